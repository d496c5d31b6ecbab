import { z } from 'zod';
import { drawnObjectsSchema } from '@/core/drawnObjects';
import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { CACHE_LIMITS } from '@/core/render/limits';
import type { Outcome } from '@/core/outcome';
import type { TaskEvent } from '@/core/taskEvent';

/**
 * What is kept of one run: everything it sent, in order. As bytes it is the length of a head in four bytes, the head as
 * JSON, and all the bytes one after another.
 */

export interface CacheEntry {
  readonly outcome: { readonly kind: KeptOutcome };
  /** Outputs first, then results, as a run sends them. */
  readonly pieces: readonly Piece[];
  /** All of it in memory. */
  readonly size: number;
}

type KeptOutcome = 'success' | 'failed' | 'no-image';
type Piece = Readonly<z.infer<typeof pieceHead>> & { readonly bytes: Uint8Array };

const pieceHead = z.union([
  z.object({ stream: z.enum(['stdout', 'stderr']) }),
  z.object({ format: z.string(), filename: z.string().optional(), objects: drawnObjectsSchema.optional() }),
]);
const head = z.object({
  outcome: z.object({ kind: z.enum(['success', 'failed', 'no-image']) }),
  pieces: z.array(z.tuple([pieceHead, z.number().int().nonnegative()])),
});

/** The objects around the bytes, roughly. */
const PIECE_BYTES = 200;
const NUMBER_BYTES = 8;

/** What a run has said and drawn so far, until it is too much to be kept. */
export class Recording {
  private bytes = 0;
  private readonly events: TaskEvent[] = [];

  /** Undefined: it was too much. */
  get heard(): readonly TaskEvent[] | undefined {
    return this.bytes > CACHE_LIMITS.maxEntryBytes ? undefined : this.events;
  }

  hear(event: TaskEvent): void {
    if (event.type === 'output' || event.type === 'result') this.bytes += event.bytes.length;
    // Of all estimates only the last one counts, and nothing of what came from a backend that died.
    if (this.events.at(-1)?.type === 'queue') this.events.pop();
    if (event.type === 'requeued' || this.heard === undefined) this.events.length = 0;
    else this.events.push(event);
  }
}

/** Undefined for a run that is not kept: one that might end differently the next time, or is too large. */
export function entryOf(heard: readonly TaskEvent[], outcome: Outcome): CacheEntry | undefined {
  const pieces = heard.flatMap((event): Piece[] => {
    if (event.type === 'output') return [{ stream: event.stream, bytes: event.bytes }];
    if (event.type === 'result') {
      const { format, filename, objects, bytes } = event;
      return [{ format, filename, objects, bytes }];
    }
    return [];
  });
  if (!isKept(outcome) || (outcome.kind === 'failed' && !hasComplained(pieces))) return undefined;
  const entry = { outcome: { kind: outcome.kind }, pieces, size: sizeOf(pieces) };
  return entry.size > CACHE_LIMITS.maxEntryBytes ? undefined : entry;
}

/** Exactly what the run has sent, but for the time it took. */
export function replay({ outcome, pieces }: CacheEntry, milliseconds: number): TaskEvent[] {
  const timings = { cache: Math.round(milliseconds) };
  return [
    { type: 'started' },
    ...pieces.map((piece): TaskEvent =>
      'stream' in piece ? { type: 'output', ...piece } : { type: 'result', ...piece, timings },
    ),
    { type: 'ended', outcome, timings },
  ];
}

export function encodeEntry({ outcome, pieces }: CacheEntry): Buffer {
  const heads = pieces.map(({ bytes, ...rest }) => [rest, bytes.length]);
  const text = Buffer.from(JSON.stringify({ outcome, pieces: heads }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...pieces.map(({ bytes }) => bytes)]);
}

/** Undefined for anything else: the store may have lost or changed what it was given. */
export function decodeEntry(bytes: Buffer): CacheEntry | undefined {
  try {
    let at = 4 + bytes.readUInt32BE(0);
    const parsed = head.parse(JSON.parse(bytes.toString('utf8', 4, at)));
    const pieces = parsed.pieces.map(([rest, length]): Piece => {
      at += length;
      return { ...rest, bytes: bytes.subarray(at - length, at) };
    });
    return at === bytes.length ? { outcome: parsed.outcome, pieces, size: sizeOf(pieces) } : undefined;
  } catch {
    return undefined;
  }
}

function isKept(outcome: Outcome): outcome is { kind: KeptOutcome } {
  return ['success', 'failed', 'no-image'].includes(outcome.kind);
}

/** A program that fails says why; one that was killed from outside may have said nothing. */
function hasComplained(pieces: readonly Piece[]): boolean {
  const text = Buffer.concat(pieces.filter((piece) => 'stream' in piece).map(({ bytes }) => bytes)).toString('latin1');
  return /^! /m.test(text) || parseErrorLines(text).some(({ severity }) => severity === 'error');
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.bytes.length + objectBytes(piece) + PIECE_BYTES, PIECE_BYTES);
}

function objectBytes(piece: Piece): number {
  return 'stream' in piece ? 0 : (piece.objects?.boxes.length ?? 0) * NUMBER_BYTES;
}
