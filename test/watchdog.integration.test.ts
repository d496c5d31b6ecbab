import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import { Child } from '@/platform/supervisor/child';
import { freePort } from './parts';
import { processesWith } from './processes';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/operating.md, "Standstill": a process whose event loop stands still is replaced, and the log says why. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-watchdog-'));
const fixture = path.join(folder, 'standstill.mjs');

beforeAll(async () => {
  await build({
    entryPoints: ['test/standstill.fixture.ts'],
    outfile: fixture,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    // Packages are found from where it stands.
    alias: { zod: path.resolve('node_modules/zod/index.js') },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an event loop that stands still', () => {
  it('is seen by the thread beside it, which says what it is doing', async () => {
    const child = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    try {
      const line = await until('a line about it', () => /^\{.*stands still.*\}$/m.exec(printed)?.[0]);
      expect(JSON.parse(line)).toMatchObject({
        process: 'fixture',
        msg: expect.stringContaining('busyWithNothing'),
        doing: expect.arrayContaining([expect.stringMatching(/^busyWithNothing \(standstill\.mjs:\d+\)$/)]),
      });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('ends its process, and another one is started', async () => {
    const lines: string[] = [];
    const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
    const child = new Child({
      ...{ name: 'fixture', command: { file: process.execPath, args: [fixture] }, environment: process.env },
      ...{ owner: undefined, graceSeconds: 0, talks: true, isWatched: true, log, onHopeless: () => undefined },
    });
    child.start();
    const first = child.pid;
    try {
      await until('another process', () => child.restarts > 0 && child.pid !== first);
      expect(lines.join('')).toContain('fixture stands still; it is killed and started again');
    } finally {
      await child.stop();
    }
  });
});

describe('the product', () => {
  let product: Product;
  beforeAll(async () => {
    // A new front must be found where the old one was.
    product = await startProduct(['--port', String(await freePort())]);
  });
  afterAll(() => product?.stop());

  const pidOf = (program: string) =>
    processesWith(product.dataFolder).find(
      ({ command }) => command.includes(`/${program}.mjs`) && /^\S*node /.test(command),
    )?.pid;

  it('replaces a front and a worker that stand still, and renders again', async () => {
    const before = { front: pidOf('server'), worker: pidOf('worker') };
    for (const [name, pid] of Object.entries(before)) {
      if (pid === undefined) throw new Error(`there is no ${name}`);
      process.kill(pid, 'SIGSTOP');
    }
    for (const [name, pid] of Object.entries(before)) {
      await until(`the end of the ${name}`, () => product.log().includes(`${name} stands still; it is killed`));
      await until('it is gone', () => !processesWith(product.dataFolder).some((seen) => seen.pid === pid));
    }
    const render = () => product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' });
    await until('it is ready', async () => (await fetch(`${product.url}/readyz`).catch(() => undefined))?.ok);
    await until('a worker', async () => {
      const health = await (await fetch(`${product.url}/api/health`)).json();
      return (health as { backends: { total: number } }).backends.total > 0;
    });
    expect((await render().finished).ending).toEqual({ kind: 'complete' });
  });
});
