import type { ServerResponse } from 'node:http';
import { eventDocument, type EventFeed, type GraphEvent } from './eventFeed';
import { compareIds } from '@/platform/redis/streamId';

/**
 * One stream of server-sent events. What happens while earlier events are still being read waits, so that nothing is
 * missed or told twice. A reader that cannot keep up is let go: it comes back with the id of the last event it has seen.
 */

const EARLIER_AT_ONCE = 1000;
const BEAT_MS = 15_000;
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
const RECONNECT_MS = 1000;

export class EventStream {
  private last = '';
  private waiting: GraphEvent[] | undefined = [];

  constructor(
    private readonly feed: EventFeed,
    private readonly response: ServerResponse,
    private readonly isWanted: (event: GraphEvent) => boolean,
  ) {}

  /** `start`: the last event the reader has seen; without one it hears only what is new. */
  async run(start: string | undefined): Promise<void> {
    const { response, feed } = this;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const unsubscribe = feed.subscribe((events) => this.hear(events));
    const heart = setInterval(() => response.write(': still here\n\n'), BEAT_MS);
    response.once('close', () => {
      clearInterval(heart);
      unsubscribe();
    });
    this.last = start ?? (await feed.lastId());
    // An id without an event: whoever reconnects before anything happened knows where it was.
    response.write(`retry: ${RECONNECT_MS}\nid: ${this.last}\n\n`);
    if (start !== undefined && (await feed.isForgotten(start))) response.write('event: gap\ndata: {}\n\n');
    for (;;) {
      const earlier = await feed.after(this.last, EARLIER_AT_ONCE);
      this.send(earlier);
      if (earlier.length < EARLIER_AT_ONCE) break;
      await this.drained();
    }
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    this.send(waiting);
  }

  private hear(events: readonly GraphEvent[]): void {
    if (this.waiting === undefined) return this.send(events);
    this.waiting.push(...events);
  }

  private send(events: readonly GraphEvent[]): void {
    const news = events.filter(({ id }) => compareIds(id, this.last) > 0);
    this.last = news.at(-1)?.id ?? this.last;
    const wanted = news.filter(this.isWanted);
    if (wanted.length === 0 || this.response.destroyed) return;
    this.response.write(
      wanted.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(eventDocument(event))}\n\n`).join(''),
    );
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.response.destroy();
  }

  private drained(): Promise<void> {
    if (!this.response.writableNeedDrain || this.response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.response.once('drain', resolve);
      this.response.once('close', resolve);
    });
  }
}
