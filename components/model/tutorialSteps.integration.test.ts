import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { STEPS, beginningOf } from './tutorialSteps';

it('the beginning and every solution of the tutorial are drawn by asy', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-tutorial-'));
  try {
    for (const [index, solution] of [beginningOf(0), ...STEPS.map((step) => step.solution)].entries()) {
      writeFileSync(path.join(folder, `step${index}.asy`), solution);
      // What is wrong with a program shows in every format: this one needs no TeX for most of them.
      const { stdout, stderr } = spawnSync('asy', ['-f', 'eps', '-noV', `step${index}.asy`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, ASYMPTOTE_HOME: folder },
      });
      expect(`${stdout}${stderr}`).toBe('');
      expect(existsSync(path.join(folder, `step${index}.eps`))).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
