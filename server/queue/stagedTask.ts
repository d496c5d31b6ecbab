import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle } from './tasks';

/** Hears whether its owner left before its end. */
type Release = (isAbandoned: boolean) => void;

/**
 * The handle of a task while something stands between its owner and the queue: the queue may get it later, or never.
 *
 * **asked** -> `begin`: the next one has it -> **begun**
 * asked or begun -> it ended, it was denied, or nobody wants it any more -> **over**: what it held is released, once, and
 * nothing is heard of it any more
 */
export class StagedTask implements TaskHandle {
  private task: TaskHandle | undefined;
  private release: Release | undefined;
  private shortenTo: number | undefined;
  private isReplayed = false;
  private isOver = false;

  constructor(private readonly onEvent: (event: TaskEvent) => void) {}

  /** Empty until it has begun. */
  get id(): string {
    return this.task?.id ?? '';
  }

  get isHit(): boolean {
    return this.task?.isHit ?? this.isReplayed;
  }

  begin(submit: (onEvent: (event: TaskEvent) => void) => TaskHandle, release?: Release): void {
    if (this.isOver) return release?.(false);
    this.release = release;
    this.task = submit((event) => this.hear(event));
    if (this.shortenTo !== undefined) this.task.shorten(this.shortenTo);
  }

  /** What was drawn before, instead of a run. */
  replay(events: readonly TaskEvent[]): void {
    this.isReplayed = true;
    for (const event of events) this.hear(event);
  }

  hear(event: TaskEvent): void {
    if (this.isOver) return;
    if (event.type === 'ended' || event.type === 'denied') this.finish(false);
    this.onEvent(event);
  }

  /** By an admin. */
  halt(): void {
    this.task?.abort();
    this.hear({ type: 'ended', outcome: { kind: 'halted' } });
  }

  abort(): void {
    this.task?.abort();
    if (!this.isOver) this.finish(true);
  }

  shorten(durationSeconds: number): void {
    this.shortenTo = durationSeconds;
    this.task?.shorten(durationSeconds);
  }

  input(bytes: Uint8Array): void {
    this.task?.input(bytes);
  }

  interrupt(): void {
    this.task?.interrupt();
  }

  pause(): void {
    this.task?.pause();
  }

  resume(): void {
    this.task?.resume();
  }

  private finish(isAbandoned: boolean): void {
    this.isOver = true;
    this.release?.(isAbandoned);
  }
}
