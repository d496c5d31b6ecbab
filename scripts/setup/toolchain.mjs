// Prepares TeX and the converters so that they start faster in a jail (docs/speed.md), anew whenever they change.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { stampOf } from './moreTex.mjs';
import { hashOf } from './stamp.mjs';
import { step, warn } from './steps.mjs';
import { prepareGhostscript } from './toolchain/ghostscript.mjs';
import { buildNative, hasCompiler } from './toolchain/native.mjs';
import { extendPlain } from './toolchain/plain.mjs';
import { recordCalls, recordLibrary, recordModules, recordPreambles, recordPrologue } from './toolchain/record.mjs';
import { addMoreTex } from './toolchain/moreTex.mjs';
import { recordShaders } from './toolchain/shaders.mjs';
import { dumpFormats, listFiles, makeMetrics, pruneFileList, pruneFontMap, unpackFormats } from './toolchain/tex.mjs';

/** What the preparation itself is made from. */
const SOURCES = ['native', 'scripts/setup/toolchain', 'scripts/setup/toolchain.mjs', 'platform/toolchain.ts'];

const ANSWER_MS = 20_000;

/**
 * Without it everything works as well, slower. Fails only where asy itself does, since nothing would work.
 * @returns whether anything has changed since the last time
 */
export async function prepareToolchain() {
  const toolchain = await loadToolchain();
  const target = path.resolve(toolchain.PREPARED_FOLDER);
  const stamp = toolchain.toolchainStamp();
  const made = createHash('sha256')
    .update(`${hashOf(SOURCES)} ${stampOf()}`)
    .digest('hex');
  if (toolchain.preparedStamp(target, made) === stamp) return false;
  checkAsy();
  const folder = `${target}.${process.pid}`;
  try {
    await step('Preparing TeX and the converters', async (progress) => {
      mkdirSync(folder, { recursive: true });
      progress('formats');
      await unpackFormats(folder, toolchain.REPLACED_FORMATS);
      pruneFileList(folder, toolchain.REPLACED_LIST);
      await makeMetrics(folder, target, progress);
      pruneFontMap(folder, toolchain.REPLACED_FONT_MAP);
      await addMoreTex(folder, toolchain.REPLACED_FONT_MAP);
      listFiles(folder);
      extendPlain(folder, toolchain.REPLACED_PLAIN);
      await recordShaders(folder).catch((error) => warn(`3D is drawn a little slower: no shaders (${error})`));
      if (!hasCompiler()) return;
      progress('helpers');
      buildNative(folder);
      await dumpFormats(folder, recordPreambles(folder));
      recordPrologue(folder);
      if (!prepareGhostscript(folder)) warn('Pdf and png are drawn a little slower: this Ghostscript is not known.');
      recordCalls(folder);
      recordModules(folder);
      await recordLibrary(folder, toolchain.REPLACED_PLAIN, progress);
    });
    if (!hasCompiler()) warn('There is no C compiler (package gcc), so pictures are drawn slower.');
    writeFileSync(path.join(folder, 'stamp'), `${stamp}\n${made}\n`);
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    warn(`TeX could not be prepared, so pictures are drawn slower: ${error instanceof Error ? error.message : error}`);
  }
  return true;
}

/** Before it is called again and again: platform/supervisor/preflight.ts says the same at a start without set-up. */
function checkAsy() {
  const { error, stdout, stderr } = spawnSync('asy', ['-noV', '-c', 'write(6*7);'], {
    encoding: 'utf8',
    timeout: ANSWER_MS,
    killSignal: 'SIGKILL',
  });
  if (stdout?.trim() === '42') return;
  const isSilent = error && 'code' in error && error.code === 'ETIMEDOUT';
  const why = isSilent ? `no answer within ${ANSWER_MS / 1000} s` : error?.message || stderr.trim().split('\n', 1)[0];
  throw new Error(
    `asy is broken: a program of one line fails${why ? ` with "${why}"` : ''}. Reinstall it: apt-get install --reinstall asymptote`,
  );
}

/** The list of what is prepared is the worker's, written in TypeScript. */
async function loadToolchain() {
  const options = { bundle: true, platform: 'node', format: 'esm', write: false, logLevel: 'warning' };
  const { outputFiles } = await build({ ...options, entryPoints: ['platform/toolchain.ts'] });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
}
