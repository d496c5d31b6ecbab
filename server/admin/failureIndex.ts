import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchableFailure, type KeptFailure } from '@/core/admin/failure';
import { matchesQuery, parseQuery } from '@/core/admin/query';
import type { FailureGroup, FoundFailures } from '@/core/admin/questions';
import { compareIds } from '@/platform/redis/streamId';
import type { FailureStore } from '../queue/failureStore';

/**
 * The heads of all kept failures in the memory of this front, for searches. It is read when the first administrator asks,
 * goes on from where it was with each search, and is forgotten when nobody has asked for a while.
 *
 * Texts that are equal are one text: of 100,000 failures most share their class, cause, client and backend.
 */

const PAGE = 2000;
const ROWS_SHOWN = 100;
const GROUPS_SHOWN = 50;
const FORGET_MS = 10 * 60 * 1000;

type Heads = Pick<FailureStore, 'headsAfter' | 'oldest'>;

export class FailureIndex {
  private rows: KeptFailure[] = [];
  private last = '';
  private readonly texts = new Map<string, string>();
  private reading: Promise<void> | undefined;
  private forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly store: Heads) {}

  /** Somebody may ask soon. */
  warm(): void {
    this.refresh().catch(() => undefined);
  }

  async find(text: string, nowMs: number): Promise<FoundFailures> {
    await this.refresh();
    const query = parseQuery(text);
    const groups = new Map<string, FailureGroup>();
    const rows: KeptFailure[] = [];
    let count = 0;
    for (let i = this.rows.length - 1; i >= 0; i -= 1) {
      const row = this.rows[i];
      if (row === undefined || !matchesQuery(query, searchableFailure(row), nowMs)) continue;
      count += 1;
      if (rows.length < ROWS_SHOWN) rows.push(row);
      const { cause, message } = row;
      const key = `${cause}\n${message ?? ''}`;
      const group = groups.get(key);
      if (group) groups.set(key, { ...group, count: group.count + 1 });
      else groups.set(key, { cause, message, count: 1, newestAtMs: row.endedAtMs });
    }
    const largest = [...groups.values()].sort((one, other) => other.count - one.count).slice(0, GROUPS_SHOWN);
    return { count, kept: this.rows.length, groups: largest, rows };
  }

  stop(): void {
    clearTimeout(this.forgetting);
    this.rows = [];
    this.texts.clear();
    this.last = '';
  }

  /** Searches at the same time read once. */
  private refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<void> {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => this.stop(), FORGET_MS);
    this.forgetting.unref();
    for (;;) {
      const page = await this.store.headsAfter(this.last, PAGE);
      for (const head of page) this.rows.push(this.shared(head));
      this.last = page.at(-1)?.id ?? this.last;
      if (page.length < PAGE) break;
      await nextTurn();
    }
    const oldest = await this.store.oldest();
    const gone = oldest === undefined ? this.rows.length : this.rows.findIndex(({ id }) => compareIds(id, oldest) >= 0);
    if (gone !== 0) this.rows.splice(0, gone === -1 ? this.rows.length : gone);
    if (this.rows.length === 0) this.texts.clear();
  }

  private shared(head: KeptFailure): KeptFailure {
    const one = <T extends string | undefined>(text: T): T => {
      if (text === undefined) return text;
      const known = this.texts.get(text);
      if (known === undefined) this.texts.set(text, text);
      return (known ?? text) as T;
    };
    const { taskClass, client, address, owner, backend, cause, message, source } = head;
    return {
      ...head,
      ...{ taskClass: one(taskClass), client: one(client), address: one(address), owner: one(owner) },
      ...{ backend: one(backend), cause: one(cause), message: one(message), source: one(source) },
    };
  }
}
