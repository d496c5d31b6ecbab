import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUESTION, parseUnits, toUnits } from './units';

function ask(code: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-units-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), `${code}${QUESTION}`);
    const { stdout } = spawnSync('asy', ['-f', 'svg', '-noV', 'main.asy'], { cwd: folder, encoding: 'utf8' });
    return { units: parseUnits(stdout), drawn: readdirSync(folder).filter((name) => name.endsWith('.svg')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('asy tells the units of a drawing', () => {
  it('without drawing it', () => {
    const { units, drawn } = ask('size(5cm, 0);\nfill((1, 1) -- (3, 1) -- (3, 2) -- (1, 2) -- cycle);');
    expect(drawn).toEqual([]);
    const corners = units && [toUnits(units, { x: 0, y: 0 }), toUnits(units, { x: 1, y: 1 })];
    expect(corners?.map(({ x, y }) => [Math.round(x * 100), Math.round(y * 100)])).toEqual([
      [100, 200],
      [300, 100],
    ]);
  });

  it('and keeps quiet about three dimensions', () => {
    expect(ask('import three;\nsize(3cm);\ndraw(unitbox);').units).toBeUndefined();
  });
});
