import type { FinishedRender, RenderHandle, RenderHandlers, RenderRequest, RenderResult } from '@/client/render';
import type { OutputStream, QueueArgs } from '@/core/asyonline/serverMessages';

/**
 * When to render while somebody types.
 *
 * - `quiet`: nothing is due and nothing runs.
 * - `settling`: the code changed. It becomes due when nothing has changed for a while; how long follows from how long
 *   the last render took, so that quick pictures follow every key and slow ones wait for a pause.
 * - `running`: one render is under way. What becomes due meanwhile is pending, and only once: the newest code is read
 *   when its render starts. It starts when the running one has ended, or when the running one has had its second of
 *   patience and is dropped: without that patience a steady typist would never see a picture.
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
  lost(): void;
}

export interface LoopParts {
  readonly client: {
    prepare(): void;
    render(request: RenderRequest, handlers: RenderHandlers): RenderHandle;
  };
  /** The newest code; undefined if there is nothing to render. */
  readonly newest: () => { readonly revision: number; readonly request: RenderRequest } | undefined;
  readonly events: LoopEvents;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Returns what cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export const MIN_DELAY_MILLISECONDS = 80;
export const MAX_DELAY_MILLISECONDS = 600;
export const PATIENCE_MILLISECONDS = 1000;
export const FIRST_RETRY_MILLISECONDS = 500;
const MAX_RETRY_MILLISECONDS = 8000;

interface Running {
  readonly handle: RenderHandle;
  readonly askedAt: number;
}

export class RenderLoop {
  readonly #parts: LoopParts;
  #sequence = 0;
  #running: Running | undefined;
  #isPending = false;
  #lastMilliseconds = 0;
  #retryMilliseconds = FIRST_RETRY_MILLISECONDS;
  #cancelSettling: (() => void) | undefined;
  #cancelPatience: (() => void) | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** The code changed and should be rendered once it settles. */
  changed(): void {
    this.#parts.client.prepare();
    this.#cancelSettling?.();
    this.#cancelSettling = this.#parts.after(this.delayMilliseconds(), () => {
      this.#cancelSettling = undefined;
      this.#due();
    });
  }

  /** Somebody asked for it: at once, in place of whatever runs. */
  runNow(): void {
    this.#cancelSettling?.();
    this.#cancelSettling = undefined;
    this.#start();
  }

  /** Drops what runs and what waits. */
  stop(): void {
    const wasBusy = this.#running !== undefined || this.#cancelRetry !== undefined;
    this.#drop();
    this.#cancelSettling?.();
    this.#cancelSettling = undefined;
    if (wasBusy) this.#parts.events.stopped();
  }

  /** The connection seems to be back: no need to sit out the pause. */
  reconnect(): void {
    if (this.#cancelRetry !== undefined) this.#start();
  }

  delayMilliseconds(): number {
    return Math.min(MAX_DELAY_MILLISECONDS, Math.max(MIN_DELAY_MILLISECONDS, this.#lastMilliseconds / 2));
  }

  #due(): void {
    if (this.#cancelRetry !== undefined) return;
    if (this.#running === undefined) return this.#start();
    this.#isPending = true;
    const patience = this.#running.askedAt + PATIENCE_MILLISECONDS - this.#parts.now();
    if (patience <= 0) return this.#start();
    this.#cancelPatience ??= this.#parts.after(patience, () => this.#start());
  }

  #start(): void {
    this.#drop();
    const newest = this.#parts.newest();
    if (newest === undefined) return;
    const sequence = this.#sequence;
    const { events } = this.#parts;
    const isCurrent = (): boolean => sequence === this.#sequence;
    events.asked(newest.revision);
    const handle = this.#parts.client.render(newest.request, {
      queued: (notice) => isCurrent() && events.queued(notice),
      started: () => isCurrent() && events.started(),
      output: (stream, bytes) => isCurrent() && events.output(stream, bytes),
      result: (result) => isCurrent() && events.result(result),
    });
    this.#running = { handle, askedAt: this.#parts.now() };
    void handle.finished.then((render) => {
      if (isCurrent()) this.#finish(render);
    });
  }

  #finish(render: FinishedRender): void {
    const isPending = this.#isPending;
    this.#drop();
    if (render.ending.kind === 'lost') return this.#retryLater();
    this.#retryMilliseconds = FIRST_RETRY_MILLISECONDS;
    this.#lastMilliseconds = render.timings.endedMilliseconds;
    this.#parts.events.ended(render);
    if (isPending) this.#start();
  }

  #retryLater(): void {
    this.#parts.events.lost();
    this.#cancelRetry = this.#parts.after(this.#retryMilliseconds, () => this.#start());
    this.#retryMilliseconds = Math.min(MAX_RETRY_MILLISECONDS, this.#retryMilliseconds * 2);
  }

  /** Forgets what runs, what is pending and what would be retried. */
  #drop(): void {
    this.#sequence += 1;
    this.#running?.handle.abort();
    this.#running = undefined;
    this.#isPending = false;
    this.#cancelPatience?.();
    this.#cancelPatience = undefined;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }
}
