import type { ServerResponse } from 'node:http';
import { PAGE_LIMITS } from '@/core/limits';

/**
 * Who gets the next page. Making one holds the front for some 20 ms, and Next begins as many as are asked for: so they
 * are made one at a time, of each address in turn, and while more of them wait, with a pause of several times what the page
 * before took, in which everybody else is served. An address that asks for too many at a time is refused.
 */

/** So many times what a page took is left to others before the next. */
const PAUSES = 3;
/** One that took longer waited for something else. */
const PAUSED_MS = 50;

type Turn = () => Promise<void>;

export class PageTurns {
  /** By address; the one whose turn was longest ago is first. */
  private readonly waiting = new Map<string, Turn[]>();
  private waitingCount = 0;
  private isBusy = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** False if there are too many already. Otherwise resolves when the page has been made. */
  async take(address: string, response: ServerResponse, make: () => Promise<void>): Promise<boolean> {
    const turns = this.waiting.get(address) ?? [];
    if (turns.length >= PAGE_LIMITS.maxWaitingPerAddress || this.waitingCount >= PAGE_LIMITS.maxWaiting) return false;
    this.waiting.set(address, turns);
    this.waitingCount += 1;
    const made = new Promise<void>((resolve, reject) => {
      turns.push(async () => {
        // Whoever has left gets none.
        const making = response.destroyed ? Promise.resolve() : make();
        making.then(resolve, reject);
        await endOf(making, response);
      });
    });
    if (!this.isBusy) void this.work();
    await made;
    return true;
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    for (let turn = this.next(); turn; turn = this.next()) {
      const startedAt = this.now();
      await turn();
      if (this.waitingCount > 0) await pause(PAUSES * Math.min(this.now() - startedAt, PAUSED_MS));
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

/**
 * Of the work for it: Next says that it is done before it is. A slow reader is not waited for for long, and failures are
 * the business of who asked.
 */
async function endOf(making: Promise<void>, response: ServerResponse): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PAGE_LIMITS.maxTurnMs);
    response.once('finish', resolve).once('close', resolve);
    // Whoever makes it tells of the failure; here the turn is over.
    making.catch(() => resolve());
    if (response.destroyed || response.writableFinished) resolve();
  });
  clearTimeout(timer);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
