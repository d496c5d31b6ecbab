import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { untilEnded } from '@/worker/asy/streams';
import { childrenOf } from '@/worker/jail/keeper/processTree';
import { differences } from '@/worker/jail/keeper/sameWalls';
import { proveWalls, readProof } from '@/worker/jail/proof';
import { templateOf, USUAL_KIND } from '@/worker/warm/kind';
import { WarmJail } from '@/worker/warm/warmJail';
import { nativeCode } from './attack';
import { openJails, type Jails } from './jails';

/** Jails that are filled with copies of processes started once: what a copy can do, and what happens if a template dies. */

const PROOF = readFileSync('worker/jail/proof.pl', 'utf8');
const OPTIONS = { kind: USUAL_KIND, isPrepared: true, isFaster: true, niceness: 5 };
const isRoot = process.getuid?.() === 0;

let jails: Jails;
beforeAll(async () => {
  jails = await openJails(3);
});
afterAll(() => jails.close());

function isReady(): boolean {
  const kind = templateOf(USUAL_KIND);
  return kind !== undefined && jails.keeper.templates?.familyFor(kind) !== undefined;
}

async function startCopied(number: number): Promise<WarmJail> {
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 20 });
  const slot = jails.slots[number];
  const waiting = slot && (await WarmJail.start(slot, OPTIONS));
  if (!waiting) throw new Error('the jail did not become ready');
  return waiting;
}

/** What it printed. */
async function run(waiting: WarmJail, files: Readonly<Record<string, string>>): Promise<string> {
  let text = '';
  waiting.jail.output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const bytes = Object.entries(files).map(([name, contents]) => [name, Buffer.from(contents)] as const);
  waiting.handOver(
    { kind: 'render', main: 'main.asy', files: new Map(bytes), options: DEFAULT_SUBMISSION_OPTIONS },
    {},
  );
  await Promise.all([waiting.jail.exited, untilEnded(waiting.jail.output)]);
  return text;
}

/** The templates, by the names of their programs. This process is the keeper's too. */
function templateProcesses(): Map<string, number> {
  const wrapped = childrenOf(process.pid).flatMap((pid) => childrenOf(pid));
  const named = wrapped.map((pid) => [readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), pid] as const);
  return new Map(named.filter(([name]) => name !== 'bwrap'));
}

describe.runIf(isRoot)('a jail that is filled with copies', () => {
  it('has the walls of any other, seen from inside', async () => {
    const [first] = jails.slots;
    if (!first) throw new Error('no slot');
    const built = await proveWalls(first);
    const waiting = await startCopied(0);
    await run(waiting, { ...nativeCode('perl proof.pl'), 'proof.pl': PROOF });
    const copied = readProof(waiting.jail.folder.read('log', 2 ** 20)?.toString() ?? '');
    expect(copied).toEqual({ held: built.held, broken: [] });
    await first.collect();
  });

  it('and the kernel is asked whether a copy has them: a process that does not is told apart', () => {
    const shell = childrenOf(process.pid)[0] ?? 0;
    expect(differences(process.pid, process.pid, true)).not.toContain('user');
    const template = templateProcesses().get('asy') ?? 0;
    const other = differences(template, shell, false);
    expect(other).toEqual(expect.arrayContaining(['mnt', 'status']));
  });

  it('shares nothing that could be written with another copy of the same', async () => {
    const [one, other] = await Promise.all([startCopied(0), startCopied(1)]);
    const hide = nativeCode('echo secret > /tmp/left; ls -a /tmp /job; cat /proc/[0-9]*/comm; sleep 0.2');
    await Promise.all([run(one, hide), run(other, nativeCode('cat /tmp/left; ls /tmp; cat /proc/[0-9]*/comm'))]);
    const [seenByOne = '', seenByOther = ''] = [one, other].map(({ jail }) =>
      jail.folder.read('log', 2 ** 20)?.toString(),
    );
    expect(seenByOne).toContain('left');
    expect(seenByOther).not.toContain('secret');
    // Its own asy, its tools and its holder: not those of the other.
    expect(seenByOther.split('\n').filter((name) => name === 'hold')).toHaveLength(1);
    await Promise.all(jails.slots.slice(0, 2).map((slot) => slot.collect()));
  });

  it('ends with its template, and the next is filled the slow way', async () => {
    const waiting = await startCopied(0);
    const asy = templateProcesses().get('asy');
    if (asy === undefined) throw new Error('no template');
    process.kill(asy, 'SIGKILL');
    expect(await waiting.jail.exited).toMatchObject({ signal: 'SIGKILL' });
    await waiting.slot.collect();
    expect(isReady()).toBe(false);
    const next = jails.slots[0] && (await WarmJail.start(jails.slots[0], OPTIONS));
    expect(next && (await run(next, { 'main.asy': 'write(6*7);' }))).toContain('42');
  });
});
