// Records what asy, TeX and dvisvgm of this machine say to each other before a program's own words come.
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sideBySide } from '../sideBySide.mjs';

const SAMPLE = 'size(2cm); draw((0,0)--(1,1)); label("x",(0,0));';

/**
 * `share/preamble` and, of pdflatex, `share/preamble.pdflatex`: what asy says to TeX before its first label, behind the
 * place where it puts a program's commands.
 * @param {string} folder
 * @returns what comes before a program's commands, to whichever of them
 */
export function recordPreambles(folder) {
  const opening = recordPreamble(folder, 'latex', 'preamble');
  if (recordPreamble(folder, 'pdflatex', 'preamble.pdflatex') !== opening)
    throw new Error('asy talks to TeX in an unknown way');
  return opening;
}

/**
 * @param {string} folder
 * @param {string} engine
 * @param {string} name
 */
function recordPreamble(folder, engine, name) {
  const plain = saidToTex(SAMPLE, engine);
  const own = saidToTex(`usepackage("amsmath"); ${SAMPLE}`, engine);
  let at = 0;
  while (plain[at] === own[at] && at < plain.length) at += 1;
  at = plain.lastIndexOf('\n', at - 1) + 1;
  if (!own.endsWith(plain.slice(at))) throw new Error('asy talks to TeX in an unknown way');
  save(folder, name, `${at}\n${plain}`);
  return plain.slice(0, at);
}

/**
 * `share/prologue`: what dvisvgm tells Ghostscript before the first label, and the answers; written by our library.
 * @param {string} folder
 */
export function recordPrologue(folder) {
  const recorded = inScratch((scratch) => {
    run('asy', ['-keep', '-f', 'svg', 'main.asy'], scratch, {});
    run('dvisvgm', ['-n', '-v3', '--optimize', '-omain.svg', 'main_.dvi'], scratch, {
      LD_PRELOAD: path.resolve(folder, 'lib', 'libgs.so.10'),
      ASYGROUND_RECORD: path.join(scratch, 'prologue'),
    });
    return readFileSync(path.join(scratch, 'prologue'));
  });
  save(folder, 'prologue', recorded);
}

/**
 * `share/calls`: the place in asy from which it calls TeX for the picture and dvisvgm; written by our library. If that is
 * not one place, nothing is certain of it, and asy calls them as always.
 * @param {string} folder
 */
export function recordCalls(folder) {
  const recorded = inScratch((scratch) => {
    run('asy', ['-f', 'svg', 'main.asy'], scratch, {
      LD_PRELOAD: path.resolve(folder, 'lib', 'asy.so'),
      ASYGROUND_RECORD: path.join(scratch, 'calls'),
    });
    return readFileSync(path.join(scratch, 'calls'), 'latin1');
  });
  const places = new Set(recorded.trim().split('\n'));
  save(folder, 'calls', places.size === 1 ? `${[...places][0]}\n` : '');
}

/**
 * `share/modules`: what asy loads before a program, by name. A program that brings one of these cannot run in an asy that
 * has loaded its own.
 * @param {string} folder
 */
export function recordModules(folder) {
  const said = inScratch((scratch) => run('asy', ['-vv', '-f', 'svg', 'main.asy'], scratch, {}));
  const names = [...said.matchAll(/^(?:Loading|Including) (\S+) from \/usr\//gm)].map((found) => found[1] ?? '');
  if (!names.includes('plain')) throw new Error('asy does not say what it loads');
  save(folder, 'modules', [...new Set([...names, 'config'])].join('\n'));
}

/**
 * `library`: the modules that come with asy. `ahead`: those that a waiting jail can read before it knows its program. Some
 * are parts of others and cannot be read alone, and some have parameters.
 * @param {string} folder
 * @param {string} plain the module that every program begins with; the others are beside it
 * @param {(words: string) => void} progress
 */
export async function recordLibrary(folder, plain, progress) {
  const files = readdirSync(path.dirname(plain)).filter((name) => /^\w+\.asy$/.test(name));
  const names = files.map((name) => name.slice(0, -'.asy'.length));
  const ahead = new Set();
  await sideBySide(
    names.filter((name) => !/^plain(?:_|$)/.test(name)),
    async (name) => {
      progress(`module ${name}`);
      if (await canBeRead(name)) ahead.add(name);
    },
  );
  save(folder, 'library', names.join('\n'));
  save(folder, 'ahead', names.filter((name) => ahead.has(name)).join('\n'));
}

/** @param {string} name */
async function canBeRead(name) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-record-'));
  try {
    writeFileSync(path.join(scratch, 'main.asy'), `if(false) {access ${name};}`);
    const env = environmentIn(scratch, {});
    const { stdout, stderr } = await promisify(execFile)('asy', ['main.asy'], { cwd: scratch, env });
    return stdout + stderr === '';
  } catch {
    return false;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} source
 * @param {string} engine
 */
function saidToTex(source, engine) {
  const said = inScratch((scratch) => {
    const [listener, real] = [path.join(scratch, engine), `/usr/bin/${engine}`];
    writeFileSync(
      listener,
      `#!/bin/sh\nif [ "$1" = '\\scrollmode' ]; then tee said | ${real} "$@"; else exec ${real} "$@"; fi\n`,
    );
    chmodSync(listener, 0o755);
    run('asy', ['-tex', engine, '-f', 'pdf', 'main.asy'], scratch, { PATH: `${scratch}:${process.env.PATH}` });
    return readFileSync(path.join(scratch, 'said'), 'latin1');
  }, source);
  const end = said.indexOf('\\fontsize{');
  if (end < 0) throw new Error('asy talks to TeX in an unknown way');
  return said.slice(0, end);
}

/**
 * @template T
 * @param {(scratch: string) => T} work
 * @param {string} source
 */
export function inScratch(work, source = SAMPLE) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-record-'));
  try {
    writeFileSync(path.join(scratch, 'main.asy'), source);
    return work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} environment
 */
export function run(program, args, cwd, environment) {
  const env = environmentIn(cwd, environment);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout + stderr;
}

/**
 * @param {string} home
 * @param {Record<string, string>} own
 */
export function environmentIn(home, own) {
  return { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...own };
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string | Buffer} contents
 */
export function save(folder, name, contents) {
  mkdirSync(path.join(folder, 'share'), { recursive: true });
  writeFileSync(path.join(folder, 'share', name), contents, 'latin1');
}
