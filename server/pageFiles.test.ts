import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageFiles } from './pageFiles';

let folder: string;
let files: PageFiles;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
  mkdirSync(path.join(folder, 'public/gallery'), { recursive: true });
  mkdirSync(path.join(folder, 'built/static/chunks'), { recursive: true });
  writeFileSync(path.join(folder, 'public/gallery/one.svg'), '');
  writeFileSync(path.join(folder, 'public/editor.js'), 'long');
  writeFileSync(path.join(folder, 'public/editor.js.br'), 'br');
  writeFileSync(path.join(folder, 'built/static/chunks/a.js'), 'long');
  writeFileSync(path.join(folder, 'built/static/chunks/a.js.br'), 'br');
  writeFileSync(path.join(folder, 'built/static/chunks/b.js'), 'long');
  files = new PageFiles(folder, 'built');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('knows files from pages, also from one that is called like a folder', () => {
  const urls = ['/gallery/one.svg', '/_next/static/chunks/a.js?v=1', '/gallery', '/_next/static/chunks', '/'];
  expect(urls.map((url) => files.has(url))).toEqual([true, true, false, false, false]);
});

async function ask(url: string, encodings: string | undefined, method = 'GET'): Promise<string> {
  const server = createServer((question, answer) => {
    if (!files.sendSmaller(question, answer)) answer.end('by another');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const text = await new Promise<string>((resolve, reject) => {
    request({ port, path: url, method, headers, host: '127.0.0.1' }, (answer) => {
      let body = `${answer.headers['content-encoding'] ?? 'plain'} `;
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve(body));
    })
      .on('error', reject)
      .end();
  });
  server.close();
  return text;
}

it.each([
  ['/_next/static/chunks/a.js', 'gzip, deflate, br, zstd', 'br br'],
  ['/_next/static/chunks/a.js?dpl=1', 'br', 'br br'],
  ['/editor.js', 'gzip, br', 'br br'],
  ['/editor.js', 'gzip', 'plain by another'],
  ['/_next/static/chunks/a.js', 'br;q=0.5', 'br br'],
  ['/_next/static/chunks/a.js', 'gzip, br;q=0', 'plain by another'],
  ['/_next/static/chunks/a.js', 'gzip, brotli', 'plain by another'],
  ['/_next/static/chunks/a.js', undefined, 'plain by another'],
  ['/_next/static/chunks/b.js', 'br', 'plain by another'],
  ['/_next/static/../built/static/chunks/a.js', 'br', 'plain by another'],
])('sends the smaller one of %s to whoever reads %s', async (url, encodings, answer) => {
  expect(await ask(url, encodings)).toBe(answer);
});

it('leaves all but reading to others', async () => {
  expect(await ask('/_next/static/chunks/a.js', 'br', 'POST')).toBe('plain by another');
});
