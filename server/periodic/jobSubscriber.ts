import type { Redis } from 'ioredis';
import type { JobHandle } from '@/core/periodic/job';
import type { StoreEvent } from '@/core/periodic/store';
import { KEYS } from '@/platform/redis/keys';
import { Subscriber } from '@/platform/redis/subscriber';
import { readHeard, readSender, resultEvent, type KeptData } from './batchReader';
import type { Results } from './results';

interface Listener {
  readonly listen: (event: StoreEvent) => void;
  readonly isAwaited: (handle: JobHandle) => boolean;
}

/** What this front hears of jobs: from the answers to its own operations, and from other fronts by messages. */
export class JobSubscriber {
  private readonly listeners = new Set<Listener>();
  /** Messages are taken in their order, also when the result that one of them tells of must be fetched first. */
  private lastMessage: Promise<void> = Promise.resolve();
  private readonly subscriber: Subscriber;

  constructor(
    private readonly front: string,
    blockingRedis: Redis,
    private readonly results: Results,
    private readonly dueEarlier: (atMs: number) => void,
  ) {
    this.subscriber = new Subscriber({
      redis: blockingRedis,
      channels: [KEYS.periodic('events')],
      hear: (_channel, message) => {
        const sent = readSender(message);
        if (sent.front === this.front) return;
        this.lastMessage = this.lastMessage.then(() => this.heardFromOthers(sent.events));
      },
      onMissed: () => this.emit({ kind: 'missed' }),
    });
  }

  start(): Promise<void> {
    return this.subscriber.start();
  }

  stop(): void {
    this.subscriber.stop();
  }

  subscribe(listen: Listener['listen'], isAwaited: Listener['isAwaited']): () => void {
    const listener = { listen, isAwaited };
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: StoreEvent): void {
    for (const { listen } of this.listeners) listen(event);
  }

  heardFromUs(events: Buffer): void {
    for (const heard of readHeard(events)) if (heard.kind === 'event') this.emit(heard.event);
  }

  private async heardFromOthers(events: Buffer): Promise<void> {
    for (const heard of readHeard(events)) {
      if (heard.kind === 'event') this.emit(heard.event);
      else if (heard.kind === 'next') this.dueEarlier(heard.atMs);
      else await this.fetch(heard.kept);
    }
  }

  private async fetch({ handle, isDone, key }: KeptData): Promise<void> {
    if (![...this.listeners].some(({ isAwaited }) => isAwaited(handle))) return;
    // Gone or unreachable is the same to whoever waits: a result without data.
    const data = await this.results.fetch(key).catch(() => null);
    if (data !== null) this.emit(resultEvent(handle, isDone, data));
    else if (isDone) this.emit({ kind: 'ended', handle, ending: { kind: 'dead' } });
  }
}
