import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OUTPUT_LIMITS } from '@/core/limits';
import { WorkFolder } from '../jail/workFolder';
import { lookBefore } from './changedFiles';
import { findResults, readResult } from './results';
import { writtenFiles } from './writtenFiles';

/** docs/asyonline.md, 18, with a real folder. */

const MIB = 2 ** 20;

let place: string;
let folder: WorkFolder;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'asyground-results-'));
  folder = new WorkFolder(place);
});
afterEach(() => {
  folder.close();
  rmSync(place, { recursive: true });
});

let written = 0;
function write(name: string, contents = '<svg></svg>', bytes = contents.length): void {
  const file = path.join(place, name);
  writeFileSync(file, contents);
  if (bytes > contents.length) {
    truncateSync(file, bytes - contents.length);
    writeFileSync(file, contents, { flag: 'a' });
  }
  written += 1;
  utimesSync(file, written, written);
}

const found = async (before = lookBefore(folder, [])) => {
  const { results, leftOut } = await findResults(folder, 'main', before);
  return { names: results.map(({ name }) => name), leftOut };
};

describe('results', () => {
  it('are whole pictures, the main one first, and not the steps to them', async () => {
    write('b.svg');
    write('a.svg');
    write('main.svg');
    write('half.svg', '<svg>');
    write('main_.svg');
    write('main_12.svg');
    write('main_two.svg');
    write('notes.txt');
    expect(await found()).toEqual({ names: ['main.svg', 'b.svg', 'a.svg', 'main_two.svg'], leftOut: 0 });
  });

  it('can have any name', async () => {
    for (const name of ['x.constructor', 'x.__proto__', 'constructor', 'x.toString', '__proto__.svg', '.svg'])
      write(name);
    expect((await found()).names).toEqual(['__proto__.svg']);
  });

  it('are only what is new, and nothing but files', async () => {
    write('old.svg');
    write('changed.svg');
    const before = lookBefore(folder, ['old.svg', 'changed.svg']);
    write('changed.svg', '<svg> </svg>');
    symlinkSync('/etc/passwd', path.join(place, 'link.svg'));
    execFileSync('mkfifo', [path.join(place, 'pipe.svg')]);
    expect((await found(before)).names).toEqual(['changed.svg']);
  });

  it('count by their length, each and together, and in number', async () => {
    write('huge.svg', '<svg></svg>', OUTPUT_LIMITS.maxResultBytes + 1);
    for (const name of ['a.svg', 'b.svg', 'c.svg']) write(name, '<svg></svg>', 30 * MIB);
    write('small.svg');
    expect(await found()).toEqual({ names: ['a.svg', 'b.svg', 'small.svg'], leftOut: 2 });
    for (let i = 0; i < OUTPUT_LIMITS.maxResults; i += 1) write(`${i}.svg`);
    expect(await found()).toMatchObject({ leftOut: 5 });
  });

  it('are all files that asy leaves, by their names, if asked for', async () => {
    const names = [
      'main.svg',
      'main.tex',
      'main_0.pdf',
      'main_.dvi',
      'main_.tex',
      'book.aux',
      'book.log',
      '.pre.asy',
      '.svg',
      'odd.',
    ];
    for (const name of names) write(name, name.endsWith('.pdf') ? '%%EOF' : undefined);
    const list = async (wanted: 'files' | 'steps') =>
      (await findResults(folder, 'main', new Map(), wanted)).results.map((file) => readResult(folder, file));
    const files = await list('files');
    expect(files.map((file) => file?.filename)).toEqual([
      ...['main.svg', 'main.tex', 'main_0.pdf', 'main_.dvi', '.svg', 'odd.'],
    ]);
    expect(files.at(-1)?.format).toBe('file');
    expect((await list('steps')).map((file) => file?.filename)).toEqual(names.filter((name) => name !== '.pre.asy'));
  });

  it('that grow are read as far as they were counted', async () => {
    write('a.svg');
    const { results } = await findResults(folder, 'main', new Map());
    const [file] = results;
    if (!file) throw new Error('nothing was found');
    writeFileSync(path.join(place, 'a.svg'), 'x'.repeat(MIB), { flag: 'a' });
    expect(readResult(folder, file)?.bytes.length).toBe('<svg></svg>'.length);
  });
});

describe('files that a program wrote', () => {
  it('are data, and not what we put there', async () => {
    for (const name of ['.pre.asy', '.presentation.asy', 'main_1.tex', 'data.csv', 'mine.asy', 'a.svg'])
      write(name, 'x');
    const { files, leftOut } = await writtenFiles(folder, 'main', new Map());
    expect([files.map(({ name }) => name), leftOut]).toEqual([['data.csv', 'mine.asy'], 0]);
  });

  it('count like results', async () => {
    for (const name of ['a.csv', 'b.csv', 'c.csv']) write(name, 'x', 30 * MIB);
    const { files, leftOut } = await writtenFiles(folder, 'main', new Map());
    expect([files.map(({ name }) => name), leftOut]).toEqual([['a.csv', 'b.csv'], 1]);
  });
});
