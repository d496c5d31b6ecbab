import { TASK_PIPE } from './protocol';

/**
 * How an asy is started that waits for its task: in a jail by the worker, or once for many jails by the keeper
 * (template.ts), which must come to the same.
 *
 * asy is told to import a module before the main file, which reads modules ahead and then one that is a named pipe: there
 * it waits for somebody to write.
 */

/** On a pipe asy fills a block before it writes, and a kill would lose all of it: line by line instead. */
export const LINE_BUFFERED = { LD_PRELOAD: '/usr/libexec/coreutils/libstdbuf.so', _STDBUF_O: 'L' };
/** Our library behind it (native/asy.c); it takes itself out of what asy's tools see. */
export const FASTER = {
  ...LINE_BUFFERED,
  LD_PRELOAD: `${LINE_BUFFERED.LD_PRELOAD}:/fast/lib/asy.so:/fast/lib/libcurl-gnutls.so.4`,
};
/** Byte-identical results for identical sources. */
export const FIXED_DATE = { SOURCE_DATE_EPOCH: '0' };
/** A 3D page would load a script from elsewhere without it. For every format: a program may ask for such a page itself. */
export const OFFLINE = '-offline';

/** The file that it reads before the main file. */
export const WARM_FILE = '.pre.asy';
/** What the main file is called unless somebody says otherwise. */
export const WARM_MAIN = 'main.asy';
/** The module at which it waits. */
const TASK_MODULE = TASK_PIPE.slice(0, -'.asy'.length);

export function waitingCommand(main: string, words: readonly string[]): string[] {
  return ['asy', '-noglobalread', ...words, OFFLINE, '-autoimport=.pre', main];
}

/** Which part native/asy.c plays. */
export function waitingEnvironment(mode: string): Record<string, string> {
  return { ...FASTER, ...FIXED_DATE, ASYGROUND_MODE: mode };
}

/** What stands in the file: modules in a block that is never entered are read, and not run. */
export function waitingProgram(modules: readonly string[]): string {
  const accesses = modules.map((name) => `access ${name};`).join(' ');
  return `if(false) {${accesses}}\n{access "${TASK_MODULE}" as task;}\n`;
}
