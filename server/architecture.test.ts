import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs', 'ARCHITECTURE.md'), 'utf8');

/** Whole paths, as in `server/queue/scheduler.ts`; a bare name belongs to the path before it. */
const named = [...PAGE.matchAll(/`((?:app|client|components|core|platform|server|worker)\/[\w/.]+)`/g)].map(
  ([, name = '']) => name,
);

describe('docs/ARCHITECTURE.md', () => {
  it('lists the way of a render', () => {
    const list = PAGE.slice(PAGE.indexOf('Every file on the way'), PAGE.indexOf('## Beside the renders'));
    expect(list.match(/`[\w/]+\.ts`/g)?.length).toBeGreaterThan(40);
  });

  it('names only files and folders that are there', () => {
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });
});
