import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { GUESS_LIMITS } from '@/core/limits';

/**
 * How often an address may be wrong about a token, counted over every endpoint that asks for one. Tokens that this front
 * does not know as right are looked at one after another, so that many at the same time are no more guesses than few in
 * turn; after too many wrong ones the address has to wait, each time twice as long. Only time makes them forgotten: anybody
 * can have a right token for something. One that was right before is looked at whatever its neighbours behind the same
 * address do.
 */

export type Looked<T> = { readonly ok: true; readonly found: T | undefined } | Held;

interface Held {
  readonly ok: false;
  readonly retryAfterSeconds: number;
}

interface Address {
  wrong: number;
  holds: number;
  heldUntilMs: number;
  lastWrongMs: number;
  waiting: number;
  last: Promise<unknown>;
}

export class TokenGuesses {
  private readonly addresses = new LRUCache<string, Address>({ max: GUESS_LIMITS.addresses });
  /** Hashes. */
  private readonly right = new LRUCache<string, true>({ max: GUESS_LIMITS.addresses });

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** `look` finds out what the token is, if anything. */
  async check<T>(address: string, token: string, look: () => Promise<T | undefined>): Promise<Looked<T>> {
    const hash = hashOf(token);
    if (!this.right.has(hash)) return this.inTurn(address, hash, look);
    const found = await look();
    if (found === undefined) this.right.delete(hash);
    return { ok: true, found };
  }

  /** The same for a token that is known without asking anybody: each is counted before the next comes. */
  checkNow(address: string, token: string, isRight: () => boolean): Looked<true> {
    const hash = hashOf(token);
    const state = this.stateOf(address);
    const held = this.right.has(hash) ? undefined : this.held(state);
    return held ?? { ok: true, found: this.judge(state, hash, isRight() ? true : undefined) };
  }

  private async inTurn<T>(address: string, hash: string, look: () => Promise<T | undefined>): Promise<Looked<T>> {
    const state = this.stateOf(address);
    const held = this.held(state);
    if (held !== undefined) return held;
    if (state.waiting >= GUESS_LIMITS.maxWaiting) return { ok: false, retryAfterSeconds: 1 };
    state.waiting += 1;
    const before = state.last;
    const looked = before.then(() => this.held(state) ?? this.look(state, hash, look));
    // Whoever comes next waits for the end, not for a success.
    state.last = looked.catch(() => undefined).finally(() => (state.waiting -= 1));
    return looked;
  }

  private async look<T>(state: Address, hash: string, look: () => Promise<T | undefined>): Promise<Looked<T>> {
    return { ok: true, found: this.judge(state, hash, await look()) };
  }

  private judge<T>(state: Address, hash: string, found: T | undefined): T | undefined {
    if (found !== undefined) {
      this.right.set(hash, true);
      return found;
    }
    this.right.delete(hash);
    if (this.now() - state.lastWrongMs > GUESS_LIMITS.forgetSeconds * 1000)
      Object.assign(state, { wrong: 0, holds: 0 });
    state.lastWrongMs = this.now();
    state.wrong += 1;
    if (state.wrong >= GUESS_LIMITS.wrongTokens) {
      const seconds = Math.min(GUESS_LIMITS.maxHoldSeconds, GUESS_LIMITS.firstHoldSeconds * 2 ** state.holds);
      state.heldUntilMs = this.now() + seconds * 1000;
      state.wrong = 0;
      state.holds += 1;
    }
    return undefined;
  }

  private stateOf(address: string): Address {
    const state = this.addresses.get(address) ?? {
      ...{ wrong: 0, holds: 0, waiting: 0, last: Promise.resolve() },
      ...{ heldUntilMs: Number.NEGATIVE_INFINITY, lastWrongMs: Number.NEGATIVE_INFINITY },
    };
    this.addresses.set(address, state);
    return state;
  }

  private held({ heldUntilMs }: Address): Held | undefined {
    const milliseconds = heldUntilMs - this.now();
    return milliseconds > 0 ? { ok: false, retryAfterSeconds: Math.ceil(milliseconds / 1000) } : undefined;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

export function guessText(seconds: number): string {
  return `Too many wrong tokens from your address; try again in ${seconds} s.`;
}
