import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { holdPages, pagesFor } from './pages';

const project = mkdtempSync(path.join(tmpdir(), 'asyground-pages-'));
afterAll(() => rmSync(project, { recursive: true }));

it('pages are copied for each path, and those that somebody serves stay', async () => {
  mkdirSync(path.join(project, '.next', 'static'), { recursive: true });
  writeFileSync(path.join(project, '.next', 'BUILD_ID'), path.basename(project));
  writeFileSync(path.join(project, '.next', 'static', 'a.js'), 'import "/__asyground_base__/b.js";');
  const foldersFor = (places: readonly string[]) =>
    places.map((place) => {
      const made = pagesFor(project, place);
      if (!made.ok) throw new Error(made.failure.message);
      return path.join(project, made.value);
    });
  const [served = '', left = ''] = foldersFor(['/served', '/left']);
  expect(readFileSync(path.join(served, 'static', 'a.js'), 'utf8')).toBe('import "/served/b.js";');
  await holdPages(path.basename(served));
  foldersFor(['/1', '/2', '/3', '/4', '/5']);
  expect([existsSync(served), existsSync(left)]).toEqual([true, false]);
});
