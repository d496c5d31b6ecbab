import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import type { Amount } from './places';

/**
 * What is kept for one address and in all, in number and in bytes, counted for all fronts together. Each entry has an end,
 * so that one whose release was lost is not counted for ever. Addresses are kept as hashes.
 */

interface LedgerLimits {
  readonly ofAddress: Amount;
  readonly inAll: Amount;
}

interface LedgerEntry {
  readonly id: string;
  readonly address: string;
  readonly bytes: number;
  /** When it is gone in any case. */
  readonly untilMs: number;
}

const script = loadScript('ledger');

export class Ledger {
  private readonly keys: string[];

  constructor(
    private readonly redis: Redis,
    what: string,
    readonly limits: LedgerLimits,
  ) {
    this.keys = ['ends', 'entries', 'sums'].map((part) => KEYS.ledger(what, part));
  }

  /** Counts one, in the place of an earlier one with this id. Otherwise says which limit is reached. */
  async admit(
    { id, address, bytes, untilMs }: LedgerEntry,
    nowMs = Date.now(),
  ): Promise<keyof LedgerLimits | undefined> {
    const { ofAddress, inAll } = this.limits;
    const most = [ofAddress.count, ofAddress.bytes, inAll.count, inAll.bytes];
    const answer = await script.run(this.redis, this.keys, [
      'admit',
      nowMs,
      id,
      shareOf(address),
      bytes,
      untilMs,
      ...most,
    ]);
    if (answer === 'ok') return undefined;
    return answer === 'share' ? 'ofAddress' : 'inAll';
  }

  /** Also if there is none. */
  async release(...ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await script.run(this.redis, this.keys, ['release', ...ids]);
  }
}

function shareOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}
