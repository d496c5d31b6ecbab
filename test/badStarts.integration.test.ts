import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import { startRedis } from './parts';

/** A start that cannot work ends with one sentence that says what to do, without a stack, and leaves nothing. */

let work: string;
beforeEach(() => (work = mkdtempSync(path.join(tmpdir(), 'asyground-bad-'))));
afterEach(() => {
  spawnSync('umount', [path.join(work, 'data')], { stdio: 'ignore' });
  rmSync(work, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;

/** What it said to the person, apart from the log; it ends by itself. */
async function start(flags: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const given = flags.includes('--data-dir') ? flags[flags.indexOf('--data-dir') + 1] : undefined;
  const data = given ?? path.join(work, 'data');
  const program = ['dist/supervisor.mjs', '--port', '0', '--periodic-port', '0', '--data-dir', data, ...flags];
  const [file, args] = isRoot
    ? (['unshare', ['--mount', '--propagation', 'slave', '--', 'sh', 'scripts/as-root', ...program]] as const)
    : (['node', program] as const);
  const child = spawn(file, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, `${logged}${said}`.includes('    at ')]).toEqual([2, false]);
  // Other products come and go meanwhile.
  const stats = statSync(data, { throwIfNoEntry: false });
  const own = [`app-${child.pid}`, `data-${child.pid}`, ...(stats ? [instanceOf(stats)] : [])];
  expect(own.filter((place) => existsSync(`/run/asyground/${place}`))).toEqual([]);
  return said;
}

describe('a start with a data folder', () => {
  it('that nobody can make ends at once', async () => {
    expect(await start(['--data-dir', '/proc/nope'])).toBe(
      'Asyground could not start. DATA_DIR /proc/nope cannot be made: nothing can be made there. Give another one.\n',
    );
  });

  it.runIf(isRoot)('that is read-only says so', async () => {
    const folder = path.join(work, 'data');
    mkdirSync(folder);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', folder]);
    expect(await start([])).toContain('its file system is read-only');
    expect(await start(['--data-dir', path.join(folder, 'below')])).toContain('its file system is read-only');
  });

  it.each([
    ['blobs', 'file', 'blobs in it is no folder. Move that away'],
    ['spool', 'file', 'spool in it is no folder. Move that away'],
    ['admin-token', 'folder', 'admin-token in it is a folder. Move that away'],
    ['version', 'folder', 'version in it is a folder. Move that away'],
    ['version', 'file', 'the file version in it has no number'],
  ])('in which %s is a %s says so', async (name, kind, sentence) => {
    const folder = path.join(work, 'data');
    mkdirSync(folder);
    if (kind === 'file') writeFileSync(path.join(folder, name), '');
    else mkdirSync(path.join(folder, name));
    expect(await start([])).toContain(`DATA_DIR ${folder} cannot be used: ${sentence}`);
  });

  it.runIf(isRoot)('that holds other files is left as it was', async () => {
    const folder = path.join(work, 'data');
    mkdirSync(path.join(folder, 'photos'), { recursive: true });
    const before = statSync(folder);
    expect(await start([])).toBe(
      `Asyground could not start. DATA_DIR ${folder} holds other files. Give a folder of its own.\n`,
    );
    expect([statSync(folder).uid, readdirSync(folder)]).toEqual([before.uid, ['photos']]);
  });

  it.runIf(isRoot)('in which a file is not the service user’s says so', async () => {
    const folder = path.join(work, 'data');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'admin-token'), 'a token\n', { mode: 0o600 });
    expect(await start([])).toContain(
      'admin-token in it must belong to the user that runs the product. Make it writable',
    );
  });

  it('beside a folder for blobs that cannot be written to says so', async () => {
    expect(await start(['--blob-folder', '/proc/nope'])).toMatch(/BLOB_FOLDER \/proc\/nope cannot be written to by /);
    expect(existsSync(path.join(work, 'data'))).toBe(false);
  });

  it.runIf(isRoot)('whose disk is full says so, also the second time', async () => {
    const folder = path.join(work, 'data');
    mkdirSync(folder);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'none', folder]);
    spawnSync('sh', ['-c', 'cat /dev/zero > "$0/spool"', folder]);
    for (let times = 0; times < 2; times++)
      expect(await start([])).toBe(
        `Asyground could not start. DATA_DIR ${folder} cannot be used: the disk is full. Make room, or give another one.\n`,
      );
  });

  it('whose Redis cannot be read says what Redis said', async () => {
    const folder = path.join(work, 'data', 'redis', 'appendonlydir');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'appendonly.aof.manifest'), 'rubbish\n');
    spawnSync('chown', ['-R', 'asyground', path.join(work, 'data')]);
    expect(await start([])).toMatch(
      new RegExp(
        `Redis does not start on ${work}/data/redis: ".+"\\. Restore a backup, or give another DATA_DIR\\.\\n$`,
      ),
    );
  });
});

describe('a start with a port', () => {
  it('that is taken says so before anything is made', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as net.AddressInfo;
    for (const [flag, name] of [
      ['--port', 'PORT'],
      ['--periodic-port', 'PERIODIC_PORT'],
    ] as const)
      expect(await start([flag, String(port)])).toBe(
        `Asyground could not start. Port ${port} on 127.0.0.1 is taken. Stop what uses it, or give another ${name}.\n`,
      );
    expect(existsSync(path.join(work, 'data'))).toBe(false);
    taken.close();
  });

  it.runIf(isRoot).each(['root', 'nosuchuser'])('for %s says that it is no ordinary user', async (user) => {
    expect(await start(['--service-user', user])).toContain(
      `SERVICE_USER ${user} is no ordinary user of this machine.`,
    );
  });

  it('with a word that is no flag says so', async () => {
    expect(await start(['port'])).toBe('Asyground could not start. port is not a flag. --help lists all of them.\n');
  });

  it('that two settings share says so', async () => {
    expect(await start(['--port', '43210', '--periodic-port', '43210'])).toBe(
      'Asyground could not start. PORT and PERIODIC_PORT are both 43210. Give each a port of its own.\n',
    );
  });

  it.runIf(isRoot)('that is for root says that a proxy may have it', async () => {
    expect(await start(['--port', '80'])).toMatch(/PORT 80 is for root only/);
  });
});

describe('a start with a Redis of your own', () => {
  it('that is none says so', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as net.AddressInfo;
    expect(await start(['--redis-url', `redis://127.0.0.1:${port}`])).toBe(
      'Asyground could not start. What answers at REDIS_URL is no Redis. Correct its host and port.\n',
    );
    other.close();
  });

  it.each([
    [
      'refuses the password',
      ['--requirepass', 'right'],
      ':wrong@',
      /Redis refuses the password in REDIS_URL: it is wrong/,
    ],
    ['wants a password', ['--requirepass', 'right'], '', /Redis wants a password, and REDIS_URL has none/],
    ['may throw keys away', ['--maxmemory-policy', 'allkeys-lru'], '', /set it to noeviction/],
  ])('that %s says so', async (_, flags, credentials, sentence) => {
    const redis = await startRedis('127.0.0.1', flags);
    try {
      expect(await start(['--redis-url', redis.url.replace('//', `//${credentials}`)])).toMatch(sentence);
      expect(existsSync(path.join(work, 'data'))).toBe(false);
    } finally {
      redis.stop();
    }
  });
});

describe('a start without what it runs', () => {
  /** A PATH that has everything but these; `broken` is there, and fails. */
  function pathWithout(missing: string, broken?: string): Record<string, string> {
    const folder = path.join(work, 'bin');
    const script = 'mkdir "$0" && cd "$0" && ln -s /usr/bin/* . && ln -sf "$1" node && rm -f -- "$2"';
    spawnSync('/bin/sh', ['-c', script, folder, process.execPath, missing]);
    if (broken !== undefined) writeFileSync(path.join(folder, missing), broken, { mode: 0o755 });
    return { PATH: `${folder}:/usr/sbin:/sbin` };
  }

  it('says which program is missing, and how to get it', async () => {
    expect(await start([], pathWithout('asy'))).toBe(
      'Asyground could not start. asy is not installed. Install it: apt-get install asymptote\n',
    );
  });

  it('says that asy is broken', async () => {
    expect(await start([], pathWithout('asy', '#!/bin/sh\necho rubbish >&2; exit 1\n'))).toMatch(
      /asy is broken: .*rubbish.*apt-get install --reinstall asymptote\n$/,
    );
  });

  it('says that Node is too old', () => {
    const folder = path.join(work, 'bin');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'node'), '#!/bin/sh\n[ "$1" = -p ] && echo 18.20.4\nexit 1\n', { mode: 0o755 });
    const { stderr, status } = spawnSync('sh', ['scripts/start'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^Asyground could not start\. Node 18\.20\.4 is too old; .*\n$/),
    ]);
  });
});
