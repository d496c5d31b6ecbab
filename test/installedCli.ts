import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Packs the command line and installs it below a folder, as a person does: the program, and the drop-in `asy`. */
export function installCli(place: string): { readonly asyground: string; readonly asy: string } {
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', place], { stdio: 'pipe' });
  const [archive = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  const prefix = path.join(place, 'prefix');
  // With nothing to take packages from: neither the network nor what npm keeps.
  const alone = ['--offline', '--cache', path.join(place, 'cache'), '--prefix', prefix];
  execFileSync('npm', ['install', '--global', ...alone, path.join(place, archive)], { stdio: 'pipe' });
  const asy = path.join(prefix, 'lib', 'node_modules', 'asyground', 'cli', 'asy');
  return { asyground: path.join(prefix, 'bin', 'asyground'), asy };
}
