import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchableFailure, type KeptFailure } from '@/core/admin/failure';
import { compileQuery, parseQuery, type Searchable } from '@/core/admin/query';
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
const ROWS_AT_ONCE = 10_000;
const ROWS_SHOWN = 100;
const GROUPS_SHOWN = 50;
const FORGET_MS = 10 * 60 * 1000;

/** Made once, so that a search makes nothing. */
interface Row extends Searchable {
  readonly head: KeptFailure;
  /** Cause and message. */
  readonly group: string;
}

type Heads = Pick<FailureStore, 'headsAfter' | 'oldest'>;

export class FailureIndex {
  private rows: Row[] = [];
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
    const isFound = compileQuery(parseQuery(text), nowMs);
    const groups = new Map<string, { -readonly [Key in keyof FailureGroup]: FailureGroup[Key] }>();
    const rows: KeptFailure[] = [];
    let count = 0;
    const all = this.rows;
    for (let i = all.length - 1; i >= 0; i -= 1) {
      // Others are served by this process, too.
      if (i % ROWS_AT_ONCE === 0) await nextTurn();
      const row = all[i];
      if (row === undefined || !isFound(row)) continue;
      count += 1;
      if (rows.length < ROWS_SHOWN) rows.push(row.head);
      const group = groups.get(row.group);
      if (group) group.count += 1;
      else {
        const { cause, message, endedAtMs: newestAtMs } = row.head;
        groups.set(row.group, { cause, message, count: 1, newestAtMs });
      }
    }
    const largest = [...groups.values()].sort((one, other) => other.count - one.count).slice(0, GROUPS_SHOWN);
    return { count, kept: all.length, groups: largest, rows };
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
      for (const head of page) this.rows.push(this.rowOf(head));
      this.last = page.at(-1)?.id ?? this.last;
      if (page.length < PAGE) break;
      await nextTurn();
    }
    const oldest = await this.store.oldest();
    const gone =
      oldest === undefined ? this.rows.length : this.rows.findIndex(({ head }) => compareIds(head.id, oldest) >= 0);
    // A search may be under way in the old ones.
    if (gone !== 0) this.rows = gone === -1 ? [] : this.rows.slice(gone);
    if (this.rows.length === 0) this.texts.clear();
  }

  private rowOf(kept: KeptFailure): Row {
    const one = <T extends string | undefined>(text: T): T => {
      if (text === undefined) return text;
      const known = this.texts.get(text);
      if (known === undefined) this.texts.set(text, text);
      return (known ?? text) as T;
    };
    const { taskClass, client, address, owner, backend, cause, message } = kept;
    const head = {
      ...kept,
      ...{ taskClass: one(taskClass), client: one(client), address: one(address), owner: one(owner) },
      ...{ backend: one(backend), cause: one(cause), message: one(message) },
    };
    return { ...searchableFailure(head), head, group: one(`${cause}\n${message ?? ''}`) };
  }
}
