import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '@/platform/dataFolder';
import { makeRunFolder, type RunFolder } from '@/platform/supervisor/sweeper';
import { SERVICE_USER } from '@/scripts/setup/setup.mjs';
import { Keeper } from '@/worker/jail/keeper/keeper';
import { until } from './until';

/**
 * What somebody who has become the service user can make root do (docs/security.md). Each attempt comes with a control:
 * the same act succeeds where the service user may do it, so that its failure means a wall and not a broken attempt.
 */

const isRoot = process.getuid?.() === 0;
const id = (flag: string) => Number(execFileSync('id', [flag, SERVICE_USER]));
const IDENTITY = ['--reuid', SERVICE_USER, '--regid', SERVICE_USER, '--clear-groups'];

/** As the service user; answers whether it succeeded. */
function attempt(script: string, ...args: string[]): boolean {
  return spawnSync('setpriv', [...IDENTITY, '/bin/sh', '-c', script, ...args], { stdio: 'ignore' }).status === 0;
}

describe.runIf(isRoot)('the service user', () => {
  const owner = isRoot ? { uid: id('-u'), gid: id('-g') } : { uid: 0, gid: 0 };
  let base: string;
  let victim: string;

  beforeEach(() => {
    mkdirSync('/run/asyground', { recursive: true });
    base = mkdtempSync('/run/asyground/folders-');
    chmodSync(base, 0o755);
    victim = path.join(base, 'victim');
    mkdirSync(victim, { mode: 0o755 });
    writeFileSync(path.join(victim, 'kept'), 'kept');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const isUntouched = () => {
    expect(statSync(victim)).toMatchObject({ uid: 0, gid: 0 });
    expect(execFileSync('ls', ['-A', victim]).toString()).toBe('kept\n');
    expect(readFileSync(path.join(victim, 'kept'), 'utf8')).toBe('kept');
  };
  const theirs = (name: string): string => {
    const folder = path.join(base, name);
    mkdirSync(folder, { mode: 0o755 });
    chownSync(folder, owner.uid, owner.gid);
    return folder;
  };
  const release = (opened: Awaited<ReturnType<typeof openDataFolder>>) => {
    if (opened.ok) opened.value.release();
    return opened;
  };

  it('is given the data folder, its parts and nothing else', async () => {
    const folder = path.join(base, 'data');
    expect(release(await openDataFolder(folder, owner))).toHaveProperty('value.instance');
    for (const part of ['.', 'redis', 'run', 'blobs', 'version'])
      expect(lstatSync(path.join(folder, part)).uid).toBe(owner.uid);
    expect(lstatSync(base).uid).toBe(0);
  });

  it.each(['redis', 'run', 'blobs'])('cannot have another folder given away in the place of %s', async (part) => {
    const folder = theirs('data');
    expect(attempt('ln -s "$0" "$1"', victim, path.join(folder, part))).toBe(true);
    release(await openDataFolder(folder, owner));
    isUntouched();
  });

  it('cannot have the version written elsewhere', async () => {
    const folder = theirs('data');
    expect(attempt('ln -s "$0/version" "$1/version"', victim, folder)).toBe(true);
    expect(release(await openDataFolder(folder, owner))).toMatchObject({ failure: { code: 'config' } });
    isUntouched();
  });

  it('cannot have another folder made or given away by a link above the data folder', async () => {
    const above = theirs('above');
    mkdirSync(path.join(victim, '..', 'target'));
    symlinkSync(path.join(base, 'target'), path.join(above, 'link'));
    release(await openDataFolder(path.join(above, 'link'), owner));
    expect(statSync(path.join(base, 'target')).uid).toBe(0);
    expect(attempt('ln -s "$0" "$1/up"', victim, above)).toBe(true);
    release(await openDataFolder(path.join(above, 'up', 'new'), owner));
    isUntouched();
    // Where nothing leads elsewhere the service user's own place is used.
    expect(release(await openDataFolder(path.join(above, 'plain'), owner))).toHaveProperty('value.instance');
  });

  describe('beside a keeper', () => {
    let run: RunFolder;
    let keeper: Keeper | undefined;
    const options = (runFolder: string, instance: string) => ({
      runFolder,
      users: { firstJail: 1_960_000_000, worker: owner },
      memoryBytes: 2 ** 28,
      instance,
      log: pino({ level: 'silent' }),
    });
    beforeEach(() => {
      const made = makeRunFolder(path.join(base, 'run', '1'), owner, []);
      if (!made.ok) throw new Error(made.failure.message);
      run = made.value;
    });
    afterEach(async () => {
      await keeper?.close();
      keeper = undefined;
      run.remove();
    });

    it('can do in its own folder what it cannot do in the run folder', async () => {
      keeper = new Keeper(options(run.path, 'folders-1'));
      await keeper.listen();
      const acts: Record<string, string> = {
        'a new file': 'echo x > "$0/new"',
        'a link': 'ln -s / "$0/link"',
        'the slots moved away': 'mv "$0/slots" "$0/away"',
        'the filter replaced': 'rm -f "$0/seccomp.bpf" && echo x > "$0/seccomp.bpf"',
        'the filter written': 'echo x >> "$0/seccomp.bpf"',
        'the socket replaced': 'rm "$0/keeper.sock" && echo x > "$0/keeper.sock"',
        'a slot made': 'ln -s /etc "$0/slots/7"',
      };
      mkdirSync(path.join(run.service, 'slots'));
      for (const name of ['seccomp.bpf', 'keeper.sock']) writeFileSync(path.join(run.service, name), '');
      execFileSync('chown', ['-R', SERVICE_USER, run.service]);
      // The one that moves the slots away comes last, or what follows would fail for want of them.
      const ordered = Object.entries(acts).sort(
        ([, a], [, b]) => Number(a.startsWith('mv')) - Number(b.startsWith('mv')),
      );
      const inside = ordered.map(([name, act]) => [name, attempt(act, run.service)]);
      expect(inside).toEqual(ordered.map(([name]) => [name, true]));
      const outside = ordered.map(([name, act]) => [name, attempt(act, run.path)]);
      expect(outside).toEqual(ordered.map(([name]) => [name, false]));
    });

    it('finds no moment between the steps of a keeper', async () => {
      const attackers = [hammer(run.path, victim), hammer(run.service, victim)];
      const [outside, inside] = attackers;
      try {
        for (const round of [1, 2, 3]) {
          keeper = new Keeper(options(run.path, `folders-${round}`));
          await keeper.listen();
          await keeper.close();
          keeper = undefined;
        }
        await until('both have tried', () => attackers.every((one) => one.tried() > 50));
      } finally {
        for (const one of attackers) one.process.kill('SIGKILL');
      }
      expect(outside?.succeeded()).toBe(0);
      expect(inside?.succeeded()).toBeGreaterThan(0);
      isUntouched();
    });

    it('cannot keep a run folder of its own for the next start', () => {
      const next = theirs('next');
      // One that is empty would be taken away and made anew.
      writeFileSync(path.join(next, 'kept'), '');
      expect(makeRunFolder(path.join(next, 'folders-next'), owner, [])).toMatchObject({ failure: { code: 'config' } });
    });

    it('cannot offer a keeper a folder of its own', async () => {
      await expect(new Keeper(options(run.service, 'folders-2')).listen()).rejects.toThrow(/not root's alone/);
      const below = path.join(run.service, 'below');
      mkdirSync(below, { mode: 0o755 });
      await expect(new Keeper(options(below, 'folders-3')).listen()).rejects.toThrow(/not root's alone/);
    });
  });
});

/** Swaps whatever root might write into for a link, as fast as it can, until it is killed. */
function hammer(folder: string, victim: string): { process: ChildProcess; tried(): number; succeeded(): number } {
  const script = `
    $| = 1; my ($folder, $victim) = @ARGV;
    while (1) { for my $name ('slots', 'slots/0', 'seccomp.bpf', 'keeper.sock', 'slots/0/job', 'slots/0/args') {
      rename("$folder/$name", "$folder/.away$$"); unlink "$folder/.away$$";
      print symlink($victim, "$folder/$name") ? "y" : "n"; unlink "$folder/$name"; } }`;
  const child = spawn('setpriv', [...IDENTITY, 'perl', '-e', script, folder, victim], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const count = { y: 0, n: 0 };
  child.stdout.on('data', (chunk: Buffer) => {
    for (const sign of chunk.toString()) count[sign === 'y' ? 'y' : 'n'] += 1;
  });
  return { process: child, tried: () => count.y + count.n, succeeded: () => count.y };
}
