import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PREPARED_FOLDER } from '@/platform/toolchain';

/** The tests of the C parts, compiled with checks of memory and arithmetic, and run. */

const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-native-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const FLAGS = ['-std=gnu11', '-g', '-O1', '-Wall', '-Wextra', '-Werror'];
const CHECKED = ['-fsanitize=address,undefined', '-fno-sanitize-recover'];
const prepared = (part: string) => path.resolve(PREPARED_FOLDER, part);

function runTest(name: string, sources: string[], flags: string[], args: string[] = []): string {
  const program = path.join(scratch, name);
  const files = [`test/${name}.c`, ...sources].map((file) => path.join('native', file));
  execFileSync('gcc', [...FLAGS, ...flags, '-o', program, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
  });
  return stdout + stderr;
}

describe('the C parts', () => {
  it('know which labels leave TeX as it was', () => {
    expect(runTest('label', ['label.c'], CHECKED)).toBe('ok\n');
  });

  it('remember sizes of labels as long as nothing can have changed', () => {
    expect(runTest('memo', ['memo.c', 'learned.c', 'label.c'], CHECKED)).toBe('ok\n');
  });

  it('end a conversation with a TeX that has gone', () => {
    const sources = ['conversation.c', 'memo.c', 'learned.c', 'label.c'];
    expect(runTest('conversation', sources, CHECKED)).toBe('ok\n');
  });

  it('leave of the list of fonts what a picture uses', () => {
    expect(runTest('fontmap', ['fontmap.c'], [...CHECKED, '-rdynamic'])).toBe('ok\n');
  });

  it('split off a child that has the same memory, and go on as after a fork', () => {
    expect(runTest('split', ['split.c'], [])).toBe('ok\n');
  });

  it('hand a call over whole, or not at all', () => {
    expect(runTest('request', ['request.c'], CHECKED)).toBe('ok\n');
  });

  it('know a little PostScript and nothing else', () => {
    expect(runTest('plainps', ['plainps.c'], CHECKED)).toBe('ok\n');
  });

  it('print what Ghostscript prints', () => {
    for (const seed of ['1', '2'])
      expect(runTest('ghostscript', ['plainps.c'], [], [prepared('share/prologue'), seed])).toBe('ok\n');
  });

  it('know a call of Ghostscript, and what it defines', () => {
    expect(runTest('ghostscriptCall', ['ghostscriptCall.c'], CHECKED)).toBe('ok\n');
  });

  it('stand by for several callers, end as their tool ends, and end with their caller', () => {
    expect(runTest('standby', ['request.c'], [], [prepared('lib/standby.so')])).toBe('ok\n');
  });
});
