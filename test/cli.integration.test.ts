import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '@/platform/version';
import { dropInSuite } from './asyDropIn.suite';
import { authorsSuite } from './authors.suite';
import { installCli } from './installedCli';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/cli.md, with the command line as it is packed and installed; the numbers are that page's. */

const place = mkdtempSync(path.join(tmpdir(), 'asyground-cli-'));
const prefix = path.join(place, 'prefix');
const installed = path.join(prefix, 'bin', 'asyground');
let folder: string;
let product: Product;

beforeAll(async () => {
  product = await startProduct();
  installCli(place);
});
beforeEach(() => {
  folder = mkdtempSync(path.join(place, 'project-'));
});
afterAll(async () => {
  await product?.stop();
  rmSync(place, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const read = (name: string) => readFileSync(path.join(folder, name), 'latin1');

function start(args: readonly string[], program = installed) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ASYGROUND_SERVER: product.url },
  });
  const seen = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (seen.out += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => (seen.err += chunk.toString()));
  const ended = new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ code, ...seen })));
  return { child, seen, ended };
}

const run = (...args: string[]) => start(args).ended;

describe('asyground render', () => {
  it('1: draws a file to a file, by its extension', async () => {
    write('figure.asy', 'size(2cm); draw((0,0)--(1,1)); write("said");');
    expect(await run('render', 'figure.asy', '-o', 'out/figure.svg', '--server', product.url)).toEqual({
      code: 0,
      out: 'said\n',
      err: '',
    });
    expect(read('out/figure.svg')).toContain('</svg>');
    expect((await run('render', 'figure.asy', '-o', 'figure.pdf', '-q')).out).toBe('');
    expect(read('figure.pdf').slice(0, 5)).toBe('%PDF-');
  });

  it('1: writes to standard output, and beside the program by itself', async () => {
    write('figure.asy', 'size(2cm); draw((0,0)--(1,1)); shipout("second"); write("said");');
    const piped = await run('render', 'figure.asy', '-o', '-', '-f', 'png');
    expect([piped.code, piped.out.slice(1, 4), piped.err]).toEqual([0, 'PNG', 'said\n']);
    expect((await run('render', 'figure.asy')).code).toBe(0);
    expect([existsSync(path.join(folder, 'figure.svg')), existsSync(path.join(folder, 'second.svg'))]).toEqual([
      true,
      true,
    ]);
  });

  it('3: sends the modules and data that a program needs, from wherever it stands', async () => {
    mkdirSync(path.join(folder, 'book'));
    write('book/figure.asy', 'import shapes; triangle();');
    write(
      'book/shapes.asy',
      'import graph; file f=input("n.csv"); real n=f; void triangle() { draw((0,0)--(n,0)--(0,n)--cycle); }',
    );
    write('book/n.csv', '40\n');
    expect(await run('render', 'book/figure.asy', '-o', 'figure.svg')).toMatchObject({ code: 0, err: '' });
    write('book/large.asy', 'real[] a=input("large.txt"); write(a.length); draw((0,0)--(a[0],1));');
    write('book/large.txt', '7\n'.repeat(1_000_000));
    expect(await run('render', 'book/large.asy')).toMatchObject({ code: 0, out: '1000000\n' });
  });

  it('5: tells errors as FILE:LINE:COLUMN, with the paths of this disk', async () => {
    mkdirSync(path.join(folder, 'book'));
    write('book/figure.asy', 'size(2cm);\nwrite("é"); drw(unitcircle);');
    const failed = await run('render', 'book/figure.asy');
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).toBe("book/figure.asy:2:13: error: No matching variable 'drw'\n");
    write('empty.asy', 'write("nothing");');
    expect((await run('render', 'empty.asy')).code).toBe(1);
    write('long.asy', 'while(true);');
    const late = await run('render', 'long.asy', '--duration', '0.5');
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('time limit (0.5s)')]);
  });

  it('5: has an exit code for each kind of failure', async () => {
    write('figure.asy', 'size(2cm); draw((0,0)--(1,1));');
    expect((await run('render', 'nowhere.asy')).code).toBe(2);
    expect((await run('render', 'figure.asy', '--scale', '99')).code).toBe(2);
    expect((await run('render', 'figure.asy', '--fromat', 'svg')).code).toBe(2);
    const alone = await run('render', 'figure.asy', '--server', 'http://127.0.0.1:9');
    expect([alone.code, alone.err]).toEqual([3, expect.stringContaining("can't reach")]);
  });

  it('4: renders again when a file of the project changes', async () => {
    write('figure.asy', 'import shapes; size(2cm); draw(shape);');
    write('shapes.asy', 'path shape = (0,0)--(1,1);');
    const watching = start(['render', 'figure.asy', '-o', 'figure.svg', '--watch']);
    await until('the first picture', () => watching.seen.err.includes('figure.svg\n'));
    const first = read('figure.svg');
    write('shapes.asy', 'path shape = (0,0)--(1,0)--(0,1)--cycle;');
    await until('the second picture', () => read('figure.svg') !== first);
    write('shapes.asy', 'path shape = (0,0)--;');
    await until('the error', () => watching.seen.err.includes('shapes.asy:1:'));
    watching.child.kill('SIGINT');
    expect((await watching.ended).code).toBe(0);
  });

  it('1: needs no other package, and knows its version', async () => {
    const manifest = readFileSync(path.join(prefix, 'lib/node_modules/asyground/package.json'), 'utf8');
    expect(Object.keys(JSON.parse(manifest) as object)).not.toContain('dependencies');
    expect(readdirSync(path.join(prefix, 'lib/node_modules'))).toEqual(['asyground']);
    expect((await run('--version')).out).toBe(`${VERSION}\n`);
  });

  it('1: runs from a checkout as well', async () => {
    write('figure.asy', 'size(2cm); draw((0,0)--(1,1));');
    const { code } = await start(['render', 'figure.asy', '-o', 'x.svg'], path.resolve('cli/asyground.mjs')).ended;
    expect([code, existsSync(path.join(folder, 'x.svg'))]).toEqual([0, true]);
  });
});

const asy = path.join(prefix, 'lib/node_modules/asyground/cli/asy');
dropInSuite({ place, installed: asy, product: () => product });
authorsSuite({ place, asyground: installed, asy, product: () => product });
