import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Who is served next with what holds the front for a while: a page takes some 20 ms to make, a large graph 100 ms to
 * check. Such work is done one piece at a time, of each address in turn, and while more of it waits, with a pause of
 * several times what the piece before held the loop, in which everybody else is served. An address that asks for too
 * much at a time is refused.
 */

interface TurnRules {
  /** So many times what the loop was busy with one is left to others before the next. */
  readonly pauses: number;
  /** One that takes longer waits for its reader, or for Redis, and holds up nobody else. */
  readonly maxTurnMs: number;
  readonly maxWaitingPerAddress: number;
  readonly maxWaiting: number;
}

type Turn = () => Promise<unknown>;

export class Turns {
  /** By address; the one whose turn was longest ago is first. */
  private readonly waiting = new Map<string, Turn[]>();
  private waitingCount = 0;
  private isBusy = false;

  constructor(
    private readonly rules: TurnRules,
    /** For how many milliseconds the loop has been busy so far. What a piece waits for is not counted. */
    private readonly busyMs: () => number = () => performance.eventLoopUtilization().active,
  ) {}

  /** Nothing if too many wait already; otherwise what the work has come to. */
  async take<T>(address: string, work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    const turns = this.waiting.get(address) ?? [];
    const { maxWaitingPerAddress, maxWaiting } = this.rules;
    if (turns.length >= maxWaitingPerAddress || this.waitingCount >= maxWaiting) return undefined;
    this.waiting.set(address, turns);
    this.waitingCount += 1;
    const done = new Promise<T>((resolve, reject) => {
      turns.push(() => {
        const working = work();
        working.then(resolve, reject);
        return working;
      });
    });
    if (!this.isBusy) void this.workOff();
    return { value: await done };
  }

  /** Resolves when the turn begins; it ends with the answer. False if too many wait already. */
  async begin(address: string, response: ServerResponse): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const answering = async () => {
        resolve(true);
        if (!response.destroyed) await endOf(response);
      };
      this.take(address, answering).then((taken) => resolve(taken !== undefined), reject);
    });
  }

  private async workOff(): Promise<void> {
    this.isBusy = true;
    for (let turn = this.next(); turn; turn = this.next()) {
      const before = this.busyMs();
      await inTime(turn(), this.rules.maxTurnMs);
      const pauseMs = this.rules.pauses * (this.busyMs() - before);
      if (this.waitingCount > 0 && pauseMs > 0) await sleep(pauseMs);
    }
    this.isBusy = false;
  }

  private next(): Turn | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [address, turns] = first;
    const turn = turns.shift();
    this.waiting.delete(address);
    if (turns.length > 0) this.waiting.set(address, turns);
    this.waitingCount -= 1;
    return turn;
  }
}

export function endOf(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('finish', resolve).once('close', resolve));
}

/** What takes longer waits for something else, and holds up nobody. Failures are the business of who asked. */
async function inTime(work: Promise<unknown>, mostMs: number): Promise<void> {
  const late = new AbortController();
  const failed = () => undefined;
  await Promise.race([work.catch(failed), sleep(mostMs, undefined, late).catch(failed)]);
  late.abort();
}
