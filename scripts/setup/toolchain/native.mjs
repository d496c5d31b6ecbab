// Compiles the small C parts (native/) into libraries for the tools in a jail.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const LIBRARIES = {
  'asy.so': ['asy.c', 'conversation.c', 'memo.c', 'learned.c', 'label.c', 'tools.c', 'request.c', 'waterfall.c'],
  'standby.so': ['standby.c', 'request.c'],
  'libgs.so.10': ['gs.c', 'plainps.c'],
  'libcurl-gnutls.so.4': ['curl.c'],
};
/** What asy asks of a library is the version of its symbols, too. */
const VERSIONS = { 'libcurl-gnutls.so.4': 'curl.map' };
const FLAGS = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-fPIC', '-shared'];

export function hasCompiler() {
  return spawnSync('gcc', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** @param {string} folder */
export function buildNative(folder) {
  mkdirSync(path.join(folder, 'lib'), { recursive: true });
  for (const [library, sources] of Object.entries(LIBRARIES)) {
    const files = sources.map((source) => path.join('native', source));
    // The linker takes a library by this name for the one a program wants.
    const name = library.startsWith('lib') ? [`-Wl,-soname,${library}`] : [];
    const versions = library in VERSIONS ? [`-Wl,--version-script=native/${VERSIONS[library]}`] : [];
    compile([...FLAGS, ...name, ...versions, '-o', path.join(folder, 'lib', library), ...files]);
  }
}

/** @param {readonly string[]} args */
function compile(args) {
  const { status, stderr } = spawnSync('gcc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`gcc ${args.join(' ')} failed:\n${stderr}`);
}
