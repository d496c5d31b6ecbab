import type { FinishedRender, RenderHandle, RenderHandlers, RenderRequest, RenderResult } from '@/client/render';
import type { QueueArgs } from '@/core/asyonline/serverMessages';
import type { OutputStream } from '@/core/taskEvent';

/**
 * When to render while somebody types.
 *
 * - `quiet`: nothing is due and nothing runs.
 * - `settling`: the code changed. It becomes due when nothing has changed for a while; how long follows from how long
 *   the last render took and waited, so that quick pictures follow every key at once and slow ones wait for a pause.
 * - `running`: one render is under way. What becomes due meanwhile is pending, and only once: the newest code is read
 *   when its render starts. It starts when the running one has ended, or when the running one has had its second of
 *   patience and is dropped: without that patience a steady typist would never see a picture. What is dragged is due at
 *   once and drops nothing: pictures follow as fast as they come, each of the newest value.
 * - `lost`: the connection broke. The newest code is tried again after a pause that grows; a change does not shorten
 *   the pause, a person who says Run does.
 *
 * Every render has a sequence number, and what an older one still tells is dropped.
 */

export interface LoopEvents {
  asked(revision: number): void;
  queued(notice: QueueArgs): void;
  started(): void;
  output(stream: OutputStream, bytes: Uint8Array): void;
  result(result: RenderResult): void;
  /** Never with the ending `lost`. */
  ended(render: FinishedRender): void;
  stopped(): void;
  /** What ran was dropped, and there is nothing to draw any more. */
  emptied(): void;
  lost(): void;
}

interface LoopParts {
  readonly client: {
    prepare(): void;
    render(request: RenderRequest, handlers: RenderHandlers): RenderHandle;
  };
  /** The newest code; undefined if there is nothing to render. */
  readonly newest: () => { readonly revision: number; readonly request: RenderRequest } | undefined;
  readonly events: LoopEvents;
  /** Others use the server, too: then a pause is waited for. */
  readonly isServerBusy: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Returns what cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

/** A figure that takes no longer is drawn after every key. */
export const FAST_MS = 150;
/** Of an idle server, on the way to a backend; more is a wait behind others. */
export const IDLE_QUEUE_MS = 20;
export const BUSY_DELAY_MS = 80;
export const MAX_DELAY_MS = 600;
export const PATIENCE_MS = 1000;
export const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

interface Running {
  readonly handle: RenderHandle;
  readonly askedAt: number;
}

export class RenderLoop {
  private readonly parts: LoopParts;
  private sequence = 0;
  private running: Running | undefined;
  private isPending = false;
  private lastMs = 0;
  private lastQueueMs = 0;
  private retryMs = FIRST_RETRY_MS;
  private cancelSettling: (() => void) | undefined;
  private cancelPatience: (() => void) | undefined;
  private cancelRetry: (() => void) | undefined;

  constructor(parts: LoopParts) {
    this.parts = parts;
  }

  /** The code changed and should be rendered once it settles. */
  changed(): void {
    this.parts.client.prepare();
    this.settle();
    this.cancelSettling = this.parts.after(this.delayMs(), () => {
      this.cancelSettling = undefined;
      this.due();
    });
  }

  /** The code is being changed by something that is dragged. */
  follow(): void {
    this.parts.client.prepare();
    this.settle();
    if (this.cancelRetry !== undefined) return;
    if (this.running === undefined) this.start();
    else this.isPending = true;
  }

  /** Somebody asked for it: at once, in place of whatever runs. */
  runNow(): void {
    this.settle();
    this.start();
  }

  /** Drops what runs and what waits. */
  stop(): void {
    const wasBusy = this.running !== undefined || this.cancelRetry !== undefined;
    this.drop();
    this.settle();
    if (wasBusy) this.parts.events.stopped();
  }

  /** The connection seems to be back: no need to sit out the pause. */
  reconnect(): void {
    if (this.cancelRetry !== undefined) this.start();
  }

  delayMs(): number {
    const slowness = Math.max(0, this.lastMs - FAST_MS) / 2;
    const waited = Math.max(0, this.lastQueueMs - IDLE_QUEUE_MS);
    const least = this.parts.isServerBusy() ? BUSY_DELAY_MS : 0;
    return Math.min(MAX_DELAY_MS, Math.max(least, slowness + waited));
  }

  private settle(): void {
    this.cancelSettling?.();
    this.cancelSettling = undefined;
  }

  private due(): void {
    if (this.cancelRetry !== undefined) return;
    if (this.running === undefined) return this.start();
    this.isPending = true;
    const patience = this.running.askedAt + PATIENCE_MS - this.parts.now();
    if (patience <= 0) return this.start();
    this.cancelPatience ??= this.parts.after(patience, () => this.start());
  }

  private start(): void {
    const { events } = this.parts;
    const wasRunning = this.running !== undefined;
    this.drop();
    const newest = this.parts.newest();
    if (newest === undefined) {
      if (wasRunning) events.emptied();
      return;
    }
    const sequence = this.sequence;
    const isCurrent = (): boolean => sequence === this.sequence;
    events.asked(newest.revision);
    const handle = this.parts.client.render(newest.request, {
      queued: (notice) => isCurrent() && events.queued(notice),
      started: () => {
        // The next one's connection stands before the next key, and the handshake is not in the way of this one.
        this.parts.client.prepare();
        if (isCurrent()) events.started();
      },
      output: (stream, bytes) => isCurrent() && events.output(stream, bytes),
      result: (result) => isCurrent() && events.result(result),
    });
    this.running = { handle, askedAt: this.parts.now() };
    void handle.finished.then((render) => {
      if (isCurrent()) this.finish(render);
    });
  }

  private finish(render: FinishedRender): void {
    const isPending = this.isPending;
    this.drop();
    if (render.ending.kind === 'lost') return this.retryLater();
    this.retryMs = FIRST_RETRY_MS;
    this.lastMs = render.timings.endedMs;
    this.lastQueueMs = render.stages?.queue ?? 0;
    this.parts.events.ended(render);
    if (isPending) this.start();
  }

  private retryLater(): void {
    this.parts.events.lost();
    this.cancelRetry = this.parts.after(this.retryMs, () => this.start());
    this.retryMs = Math.min(MAX_RETRY_MS, this.retryMs * 2);
  }

  /** Forgets what runs, what is pending and what would be retried. */
  private drop(): void {
    this.sequence += 1;
    this.running?.handle.abort();
    this.running = undefined;
    this.isPending = false;
    this.cancelPatience?.();
    this.cancelPatience = undefined;
    this.cancelRetry?.();
    this.cancelRetry = undefined;
  }
}
