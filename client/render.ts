import type { QueueArgs } from '@/core/asyonline/serverMessages';
import type { DrawnObjects } from '@/core/drawnObjects';
import type { OutputStream } from '@/core/taskEvent';
import type { SubmissionOptions } from '@/core/submission/submission';
import type { Timings } from '@/core/wire/wire';
import type { Ending, ExchangeEvents } from './exchange';

/** A render as a caller asks for it and as it comes back. */

export type ClientFiles = Readonly<Record<string, string | Uint8Array>>;

export interface RenderRequest {
  readonly files: ClientFiles;
  readonly main: string;
  readonly options?: Partial<SubmissionOptions>;
}

export interface RenderResult {
  /** The real format, which a program may have chosen against the option. */
  readonly format: string;
  /** Of a further picture that the program named. */
  readonly filename?: string;
  readonly bytes: Uint8Array;
  /** Which line of the main file drew what, if the options asked for it. */
  readonly objects?: DrawnObjects;
}

/** Told as it happens; everything but the queue is also in the finished render. */
export interface RenderHandlers {
  queued?(notice: QueueArgs): void;
  started?(): void;
  output?(stream: OutputStream, bytes: Uint8Array): void;
  result?(result: RenderResult): void;
}

/** Milliseconds since the render was asked for; absent if it did not come to that. */
export interface RenderTimings {
  readonly connectedMs?: number;
  readonly startedMs?: number;
  readonly firstResultMs?: number;
  readonly endedMs: number;
}

export interface FinishedRender {
  readonly ending: Ending;
  readonly results: readonly RenderResult[];
  readonly output: Readonly<Record<OutputStream, Uint8Array>>;
  readonly timings: RenderTimings;
  /** Where the server's time went, in milliseconds by stage (docs/speed.md); absent if nothing ran. */
  readonly stages?: Timings;
}

export interface RenderHandle {
  /** Never rejects: whatever goes wrong is the ending. */
  readonly finished: Promise<FinishedRender>;
  /** Can only shorten; less than the elapsed time stops at once. */
  shorten(durationSeconds: number): void;
  abort(): void;
}

/** Gathers what an exchange tells into a finished render, and passes it on to the handlers. */
export function gatherRender(
  handlers: RenderHandlers,
  now: () => number,
  finish: (render: FinishedRender) => void,
): ExchangeEvents {
  const askedAt = now();
  const results: RenderResult[] = [];
  const output: Record<OutputStream, Uint8Array[]> = { stdout: [], stderr: [] };
  const timings: { -readonly [Key in keyof RenderTimings]: RenderTimings[Key] } = { endedMs: 0 };
  return {
    connected() {
      timings.connectedMs = now() - askedAt;
    },
    queued: (notice) => handlers.queued?.(notice),
    started() {
      timings.startedMs = now() - askedAt;
      handlers.started?.();
    },
    output(stream, bytes) {
      output[stream].push(bytes);
      handlers.output?.(stream, bytes);
    },
    result({ format, filename, objects }, bytes) {
      const result = { format, filename, bytes, objects };
      timings.firstResultMs ??= now() - askedAt;
      results.push(result);
      handlers.result?.(result);
    },
    ended(ending, stages) {
      timings.endedMs = now() - askedAt;
      finish({
        ending,
        results,
        output: { stdout: join(output.stdout), stderr: join(output.stderr) },
        timings,
        stages,
      });
    },
  };
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
