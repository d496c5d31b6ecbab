import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pageFiles } from './pageFiles';

it('knows files from pages, also from one that is called like a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
  mkdirSync(path.join(folder, 'public/gallery'), { recursive: true });
  mkdirSync(path.join(folder, 'built/static/chunks'), { recursive: true });
  writeFileSync(path.join(folder, 'public/gallery/one.svg'), '');
  writeFileSync(path.join(folder, 'built/static/chunks/a.js'), '');
  const isFile = pageFiles(folder, 'built');
  const urls = ['/gallery/one.svg', '/_next/static/chunks/a.js?v=1', '/gallery', '/_next/static/chunks', '/'];
  expect(urls.map(isFile)).toEqual([true, true, false, false, false]);
  rmSync(folder, { recursive: true });
});
