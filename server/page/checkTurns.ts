import { CHECK_LIMITS } from '@/core/check';

/**
 * Whose check is made next. Workers make them in the order they come, so one address has only so many with them, and the
 * rest of its own wait here. The newest of a client replaces the one before: while that waits it is forgotten, and while
 * it is made it is withdrawn, and keeps its place until it is gone.
 */

/** One that has begun. */
export interface CheckWork<Answer> {
  readonly answer: Promise<Answer>;
  /** Nobody waits for it any more. Resolves when it is gone. */
  withdraw(): Promise<void>;
}

export type Turned<Answer> = Answer | 'superseded' | 'too many';

interface Entry {
  readonly begin: () => void;
  readonly supersede: () => void;
}

interface Address {
  underWay: number;
  readonly waiting: Set<Entry>;
}

export class CheckTurns<Answer> {
  private readonly addresses = new Map<string, Address>();
  private readonly newest = new Map<string, Entry>();
  private waitingCount = 0;

  /** `begin` must not fail, and its answer neither. */
  take(address: string, client: string, begin: () => CheckWork<Answer>): Promise<Turned<Answer>> {
    this.newest.get(client)?.supersede();
    const state = this.addresses.get(address) ?? { underWay: 0, waiting: new Set<Entry>() };
    const { maxWaitingPerAddress, maxWaiting } = CHECK_LIMITS;
    if (state.waiting.size >= maxWaitingPerAddress || this.waitingCount >= maxWaiting)
      return Promise.resolve('too many');
    this.addresses.set(address, state);
    return new Promise((resolve) => {
      let work: CheckWork<Answer> | undefined;
      const settle = (answer: Turned<Answer>) => {
        if (this.newest.get(client) === entry) this.newest.delete(client);
        resolve(answer);
      };
      const leave = () => {
        state.underWay -= 1;
        this.advance(address, state);
      };
      let gone: Promise<unknown> | undefined;
      const entry: Entry = {
        begin: () => {
          work = begin();
          void work.answer.then((answer) => {
            settle(answer);
            if (gone === undefined) leave();
          });
        },
        supersede: () => {
          settle('superseded');
          if (work) gone ??= work.withdraw().finally(leave);
          else this.forget(address, state, entry);
        },
      };
      this.newest.set(client, entry);
      state.waiting.add(entry);
      this.waitingCount += 1;
      this.advance(address, state);
    });
  }

  private advance(address: string, state: Address): void {
    while (state.underWay < CHECK_LIMITS.maxUnderWayPerAddress) {
      const [next] = state.waiting;
      if (!next) break;
      state.underWay += 1;
      this.forget(address, state, next);
      next.begin();
    }
    if (state.underWay === 0 && state.waiting.size === 0) this.addresses.delete(address);
  }

  private forget(address: string, state: Address, entry: Entry): void {
    if (state.waiting.delete(entry)) this.waitingCount -= 1;
    if (state.underWay === 0 && state.waiting.size === 0) this.addresses.delete(address);
  }
}
