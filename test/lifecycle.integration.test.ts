import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import { processes, processesWith } from './processes';
import { freePort, startRedis } from './parts';
import { startProduct, type Product } from './product';
import { until } from './until';

/** How the product starts and stops, and what it leaves: nothing. */

const started: Product[] = [];
const folders: string[] = [];
afterEach(async () => {
  // The newest first: a stop removes the data folder, and an earlier product may have died on the same one.
  for (const product of started.splice(0).reverse()) await product.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(flags: string[] = [], dataFolder?: string): Promise<Product> {
  const product = await startProduct(flags, dataFolder);
  started.push(product);
  return product;
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'asyground-life-'));
  folders.push(made);
  return made;
}

/** Everything that belongs to an instance: processes by its data folder, its run folder, its cgroups. */
function traces(dataFolder: string): string[] {
  const instance = instanceOf(statSync(dataFolder));
  const runFolders = [`/run/asyground/${instance}`, path.join(dataFolder, 'run')].filter(
    (place) => existsSync(place) && readdirSync(place).length > 0,
  );
  const groups = ['', 'memory/', 'pids/', 'cpuacct/']
    .map((part) => `/sys/fs/cgroup/${part}asyground-${instance}`)
    .filter((place) => existsSync(place));
  const left = processes().filter(
    (seen) => seen.command.includes(dataFolder) || seen.command.includes(`/run/asyground/${instance}`),
  );
  return [...runFolders, ...groups, ...left.map((seen) => `${seen.pid} ${seen.command}`)];
}

async function render(product: Product): Promise<string> {
  const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
    .finished;
  return ending.kind;
}

describe('life of the product', () => {
  it('stops in order on SIGTERM and leaves nothing', async () => {
    const dataFolder = folder();
    const product = await start([], dataFolder);
    expect(await render(product)).toBe('complete');
    process.kill(product.supervisorPid, 'SIGTERM');
    expect(await product.exited).toBe(0);
    expect(traces(dataFolder)).toEqual([]);
    expect(existsSync(path.join(dataFolder, 'redis', 'appendonlydir'))).toBe(true);
  });

  it('leaves nothing after SIGKILL of the supervisor in the middle of a render, and starts again', async () => {
    const dataFolder = folder();
    const product = await start([], dataFolder);
    const rendering = product.client().render({ files: { 'forever.asy': 'while(true);' }, main: 'forever.asy' });
    await until('the render runs', () => processesWith('forever.asy').length > 0);
    process.kill(product.supervisorPid, 'SIGKILL');
    await until('nothing is left', () => traces(dataFolder).length === 0).catch(() =>
      expect(traces(dataFolder)).toEqual([]),
    );
    expect(processesWith('forever.asy')).toEqual([]);
    expect((await rendering.finished).ending.kind).toBe('lost');
    expect(await render(await start([], dataFolder))).toBe('complete');
  });

  it('restarts Redis, worker and front when they die, and everything reconnects', async () => {
    const product = await start(['--port', String(await freePort())]);
    const instance = instanceOf(statSync(product.dataFolder));
    for (const mark of ['redis-server', 'worker.mjs', 'server.mjs']) {
      const find = () =>
        processes().find(
          (seen) =>
            seen.command.includes(mark) &&
            (seen.command.includes(instance) || seen.command.includes(product.dataFolder)),
        )?.pid;
      const before = find() ?? 0;
      process.kill(before, 'SIGKILL');
      await until(`${mark} is back`, () => find() !== undefined && find() !== before);
      await until(
        `renders work after the death of ${mark}`,
        async () => (await render(product).catch(() => '')) === 'complete',
      );
    }
  });

  it('refuses a second instance on the same data folder', async () => {
    const dataFolder = folder();
    await start([], dataFolder);
    await expect(startProduct([], dataFolder)).rejects.toThrow(/in use by another instance/);
  });

  it('says clearly that the port is taken', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as net.AddressInfo;
    await expect(startProduct(['--port', String(port)], folder())).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is taken`),
    );
    taken.close();
  });

  it('prints what is wrong with its configuration and ends', () => {
    const run = spawnSync('node', ['dist/supervisor.mjs', '--port', '99999', '--rol', 'x'], { encoding: 'utf8' });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('--port is "99999"');
    expect(run.stderr).toContain('did you mean --role?');
  });

  it('lists every setting with --help', () => {
    const help = execFileSync('node', ['dist/supervisor.mjs', '--help'], { encoding: 'utf8' });
    for (const word of ['--port', 'REDIS_URL', '--no-install', 'DATA_DIR']) expect(help).toContain(word);
  });
});

describe('an existing Redis', () => {
  it('is refused when it may throw keys away', async () => {
    const redis = await startRedis('127.0.0.1', ['--maxmemory-policy', 'allkeys-lru']);
    try {
      await expect(startProduct(['--redis-url', redis.url], folder())).rejects.toThrow(/noeviction/);
    } finally {
      redis.stop();
    }
  });

  it('is needed by a role of its own', async () => {
    await expect(startProduct(['--role', 'worker'], folder())).rejects.toThrow(/needs REDIS_URL/);
  });
});
