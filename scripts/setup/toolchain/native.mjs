// Compiles the small C parts (native/) into libraries for the tools in a jail.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const LIBRARIES = {
  'asy.so': [
    'asy.c',
    'conversation.c',
    'memo.c',
    'learned.c',
    'label.c',
    'tools.c',
    'request.c',
    'waterfall.c',
    'template.c',
    'steps.c',
    'pages.c',
    'split.c',
    'lateRelease.c',
  ],
  'standby.so': [
    'standby.c',
    'standbyTex.c',
    'standbyGhostscript.c',
    'ghostscriptCall.c',
    'toneCurves.c',
    'copies.c',
    'spare.c',
    'request.c',
    'template.c',
    'fontmap.c',
    'pages.c',
    'lateRelease.c',
  ],
  'libgs.so.10': ['gs.c', 'plainps.c'],
  'libcurl-gnutls.so.4': ['curl.c'],
};
/** What asy asks of a library is the version of its symbols, too. */
const VERSIONS = { 'libcurl-gnutls.so.4': 'curl.map' };
const PROGRAMS = { hold: ['hold.c'] };
const FLAGS = ['-std=gnu11', '-O2', '-Wall', '-Wextra'];
const LIBRARY_FLAGS = [...FLAGS, '-fPIC', '-shared'];

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
    compile([...LIBRARY_FLAGS, ...name, ...versions, '-o', path.join(folder, 'lib', library), ...files]);
  }
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  for (const [program, sources] of Object.entries(PROGRAMS)) {
    const files = sources.map((source) => path.join('native', source));
    // Nothing to link when it starts: it is started for every jail.
    compile([...FLAGS, '-static', '-o', path.join(folder, 'bin', program), ...files]);
  }
}

/** @param {readonly string[]} args */
function compile(args) {
  const { status, stderr } = spawnSync('gcc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`gcc ${args.join(' ')} failed:\n${stderr}`);
}
