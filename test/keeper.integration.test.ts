import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JAIL_LIMITS } from '@/core/limits';
import { openJails, runScript, type Jails } from './jails';
import { until } from './until';
import type { JailSlot } from '@/worker/jail/jail';

let jails: Jails;
beforeAll(async () => {
  jails = await openJails(3);
});
afterAll(() => jails.close());

const slot = (number: number): JailSlot => {
  const found = jails.slots[number];
  if (!found) throw new Error(`there is no slot ${number}`);
  return found;
};

describe('the keeper', () => {
  it('lets a late stop reach nobody', async () => {
    const first = await runScript(slot(0), 'true');
    await first.exited;
    await slot(0).collect();
    const second = await runScript(slot(0), 'echo started; sleep 0.3; echo whole');
    let text = '';
    second.output.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await until('it has started', () => text.includes('started'));
    // By the jail that is over, and by the request itself with the number of the slot.
    for (const stop of ['kill', 'interrupt'] as const) {
      first[stop]();
      jails.client.ask({ op: stop, slot: 0, generation: 1 });
    }
    jails.client.ask({ op: 'collect', slot: 0, generation: 1 });
    expect(await second.exited).toMatchObject({ code: 0, signal: null });
    await until('all it printed', () => text.includes('whole'));
    await slot(0).collect();
  });

  it('collects a jail that still runs, and one that was never started', async () => {
    await runScript(slot(1), 'sleep 100');
    await slot(1).collect();
    await slot(1).collect();
    const after = await runScript(slot(1), 'ls /job | wc -l; exit 3');
    expect(await after.exited).toMatchObject({ code: 3 });
    await slot(1).collect();
  });

  it('leaves nothing of a slot when it closes', async () => {
    const own = await openJails(2);
    await runScript(own.slots[0] ?? slot(0), 'sleep 100');
    const slots = path.join(own.runFolder, 'slots');
    expect(readdirSync(slots)).toHaveLength(2);
    await own.close();
    expect(existsSync(own.runFolder)).toBe(false);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(own.runFolder);
  });
});

describe.runIf(existsSync('/sys/fs/cgroup/cpu') && process.getuid?.() === 0)('the share of a jail', () => {
  const group = (controller: string, number: number) =>
    `/sys/fs/cgroup/${controller}/asyground-${jails.instance}/${number}`;
  const weight = (number: number) => Number(readFileSync(`${group('cpu', number)}/cpu.shares`, 'utf8'));
  const members = (number: number) =>
    readFileSync(`${group('pids', number)}/cgroup.procs`, 'utf8')
      .split('\n')
      .filter(Boolean);
  const MANY = 55;
  /** Sessions of their own, so that the kernel's grouping by session does not hide what is measured. */
  const SPIN = "perl -MPOSIX -e 'for (2..shift) { last unless fork } POSIX::setsid(); 1 while 1'";
  const MOST_SLOWED = 1.6;
  const WORK = "perl -e 'my $x = 0; $x += $_ for 1..1e7'";

  /** How long the same work takes in a jail of its own. */
  async function neighbour(): Promise<number> {
    const startedAt = performance.now();
    const jail = await runScript(slot(1), WORK);
    await jail.exited;
    const took = performance.now() - startedAt;
    await slot(1).collect();
    return took;
  }

  /** Beside so many processes that spin in one jail. */
  async function beside(processes: number): Promise<number> {
    const spinner = await runScript(slot(0), `${SPIN} ${processes}`);
    await until('all of them spin', () => members(0).length >= processes);
    const took = await neighbour();
    spinner.kill();
    await spinner.exited;
    await slot(0).collect();
    return took;
  }

  it('is the same for many processes as for one', async () => {
    const many: number[] = [];
    const one: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      many.push(await beside(MANY));
      one.push(await beside(1));
    }
    // The best of each, as neither can be faster than it is. The bar leaves room for what else the machine does, and for
    // the burst, in which a jail is not yet behind the others. Without a share it was 7.8.
    expect(Math.min(...many) / Math.min(...one)).toBeLessThan(MOST_SLOWED);
  });

  it.runIf(existsSync('/sys/fs/cgroup/cpu/cpu.idle'))('is what nobody else wants once it is used up', async () => {
    const idle = (folder: string) =>
      readFileSync(`/sys/fs/cgroup/cpu/asyground-${jails.instance}/${folder}cpu.idle`, 'utf8');
    const spinner = await runScript(slot(0), `${SPIN} ${MANY}`);
    await until('it runs like others', () => idle('0/').trim() === '0');
    await until('it gives way to other jails', () => idle('0/').trim() === '1');
    // And, as there is no other, to the service itself.
    expect(idle('').trim()).toBe('1');
    const neighbour = await runScript(slot(1), 'sleep 100');
    await until('it runs', () => idle('1/').trim() === '0');
    expect(idle('').trim()).toBe('0');
    for (const jail of [spinner, neighbour]) jail.kill();
    await Promise.all([spinner.exited, neighbour.exited]);
    for (const number of [0, 1]) await slot(number).collect();
  });

  it.runIf(existsSync('/sys/fs/cgroup/cpu/cpu.idle'))('is one for all jails of an address', async () => {
    const idle = (number: number) => readFileSync(`${group('cpu', number)}/cpu.idle`, 'utf8').trim();
    const start = (number: number, script: string, address: string) => runScript(slot(number), script, 60, address);
    const spinner = await start(0, `${SPIN} ${MANY}`, '192.0.2.1');
    await until('it runs like others', () => idle(0) === '0');
    await until('it is beyond its share', () => idle(0) === '1');
    const others = [await start(1, 'sleep 100', '192.0.2.2'), await start(2, 'sleep 100', '192.0.2.1')];
    await until('all are there', () => members(1).length > 0 && members(2).length > 0);
    expect([idle(1), idle(2)]).toEqual(['0', '1']);
    for (const jail of [spinner, ...others]) jail.kill();
    await Promise.all([spinner, ...others].map(({ exited }) => exited));
    for (const number of [0, 1, 2]) await slot(number).collect();
  });

  it('is whole in the next jail of the slot', async () => {
    await beside(MANY);
    const next = await runScript(slot(0), 'sleep 100');
    await until('it has its weight', () => weight(0) === Math.round(1024 / 1.25 ** JAIL_LIMITS.niceness));
    next.kill();
    await next.exited;
    await slot(0).collect();
  });
});
