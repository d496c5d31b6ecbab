import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Packs the command line and installs it below a folder, as a person does; the program. */
export function installCli(place: string): string {
  execFileSync('npm', ['run', '--silent', 'pack:cli', '--', place], { stdio: 'pipe' });
  const [archive = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  const prefix = path.join(place, 'prefix');
  // With nothing to take packages from: neither the network nor what npm keeps.
  const alone = ['--offline', '--cache', path.join(place, 'cache'), '--prefix', prefix];
  execFileSync('npm', ['install', '--global', ...alone, path.join(place, archive)], { stdio: 'pipe' });
  return path.join(prefix, 'bin', 'asyground');
}
