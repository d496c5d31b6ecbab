import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKept, seeGraphs, seeKept, type Kept } from './keptData';
import { freePort } from './parts';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/operating.md, "Back up and restore", with products that run all the while. */

/** Data of each schema version, as its program wrote it, and what could be seen of it then. */
const SCHEMAS = [1];
const fixture = (schema: number, extension: string) => path.join('test', 'schemas', `schema-${schema}.${extension}`);

let from: Product;
let to: Product;
let kept: Kept;
const work = mkdtempSync(path.join(tmpdir(), 'asyground-backup-test-'));
const file = path.join(work, 'backup.tar.gz');

beforeAll(async () => {
  // The fronts of one that is restored start again, where they were.
  const ports = ['--port', String(await freePort()), '--periodic-port', String(await freePort())];
  [from, to] = await Promise.all([startProduct(['--backends', '1']), startProduct(['--backends', '1', ...ports])]);
  kept = await makeKept(from);
});
afterAll(async () => {
  await Promise.all([from?.stop(), to?.stop()]);
  rmSync(work, { recursive: true });
});

function run(command: string, name: string, product: Product): Promise<{ code: number | null; said: string }> {
  const flags = ['--data-dir', product.dataFolder];
  const child = spawn('node', ['cli/asyground.mjs', command, name, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

async function restore(name: string): Promise<void> {
  const { code, said } = await run('restore', name, to);
  expect([code, said]).toEqual([0, expect.stringMatching(/Restored: \d+ keys and \d+ files\./)]);
  await until('it serves again', async () => (await fetch(`${to.url}/readyz`).catch(() => undefined))?.ok === true);
}

const see = async (product: Product) => ({
  ...(await seeKept(product, kept)),
  ...(await seeGraphs(product, kept)),
});

describe('a backup', () => {
  it('made while it runs brings back links, graphs, jobs, tokens and settings', async () => {
    const before = await see(from);
    const { code, said } = await run('backup', file, from);
    expect([code, said]).toEqual([0, expect.stringMatching(/^Backed up: \d+ files\./)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(before).toMatchObject({ artifact: '1,2', announcement: 'Kept announcement', linkToken: 400 });
    await restore(file);
    expect(await see(to)).toEqual(before);
    // Both draw, each on its own.
    for (const product of [from, to]) {
      const drawn = await fetch(`${product.url}/render?format=svg`, { method: 'POST', body: 'draw((0,0)--(9,9));' });
      expect(drawn.status).toBe(200);
    }
    expect(await see(from)).toEqual(before);
  });

  it('that is damaged, cut or no backup changes nothing', async () => {
    const before = await see(to);
    const whole = gunzipSync(readFileSync(file));
    const newer = Buffer.from(whole.toString('latin1').replace('"schema":1', '"schema":9'), 'latin1');
    const bad = path.join(work, 'bad');
    for (const [bytes, sentence] of [
      [Buffer.from('no backup'), /cannot be restored/],
      [readFileSync(file).subarray(0, 4000), /cannot be restored/],
      [gzipSync(whole.subarray(0, whole.length / 2)), /cannot be restored: it ends too early/],
      [gzipSync(newer), /schema version 9 .* reads up to 1\. Upgrade first\./],
    ] as const) {
      writeFileSync(bad, bytes);
      const { code, said } = await run('restore', bad, to);
      expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
    }
    expect(await see(to)).toEqual(before);
  });

  it('replaces nothing that is no file, and follows no link', async () => {
    const [folder, link, elsewhere, pipe] = ['folder', 'linked.unfinished', 'elsewhere', 'pipe'].map((name) =>
      path.join(work, name),
    ) as [string, string, string, string];
    mkdirSync(folder);
    execFileSync('mkfifo', [pipe]);
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, link);
    for (const place of [folder, pipe]) {
      const { code, said } = await run('backup', place, from);
      expect([code, said]).toEqual([2, `asyground: ${place} is there, and is no file.\n`]);
    }
    expect((await run('backup', path.join(work, 'linked'), from)).code).toBe(0);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });

  it('of what does not run is refused, and leaves no file', async () => {
    const { code, said } = await run('backup', path.join(work, 'none'), { ...from, dataFolder: work });
    expect([code, said]).toEqual([3, expect.stringContaining('does not run on')]);
    expect([existsSync(path.join(work, 'none')), existsSync(path.join(work, 'none.unfinished'))]).toEqual([
      false,
      false,
    ]);
  });
});

describe('data of an earlier release', () => {
  it.runIf(process.env.RECORD_SCHEMA !== undefined)('is recorded', async () => {
    const schema = Number(process.env.RECORD_SCHEMA);
    await run('backup', fixture(schema, 'tar.gz'), from);
    const told = { kept, seen: await seeKept(from, kept) };
    writeFileSync(fixture(schema, 'json'), `${JSON.stringify(told, null, 2)}\n`);
  });

  it.each(SCHEMAS)('with schema version %s is all there', async (schema) => {
    const told = JSON.parse(readFileSync(fixture(schema, 'json'), 'utf8')) as { kept: Kept; seen: object };
    await restore(fixture(schema, 'tar.gz'));
    expect(await seeKept(to, told.kept)).toEqual(told.seen);
  });
});
