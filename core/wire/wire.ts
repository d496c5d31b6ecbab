import { z } from 'zod';
import { drawnObjectsSchema } from '../drawnObjects';
import { STREAM_LIMITS } from '../limits';
import type { Outcome } from '../outcome';

/**
 * What a backend and a front say to each other over a task's one-time address: one WebSocket message each, its first
 * byte the kind. Bytes of a program and control never share an encoding, so nothing a program prints can be taken for
 * control.
 *
 * Backend to front: started, output and errors as they appear, how much input the program has read, results, ended
 * (once, last).
 * Front to backend: large files of the task, in pieces and before everything else; shorten, interrupt, input. Closing the
 * socket ends the task.
 */

const KIND = { control: 0, output: 1, errors: 2, result: 3, input: 4, files: 5 } as const;

/** Where the time of a run went, in milliseconds. Stages a run did not have are absent. */
export const timingsSchema = z.record(z.string().max(32), z.number().nonnegative());
export type Timings = z.infer<typeof timingsSchema>;

export const outcomeSchema: z.ZodType<Outcome> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success') }),
  z.object({ kind: z.literal('time-limit'), durationSeconds: z.number() }),
  z.object({ kind: z.literal('output-limit'), maxOutputBytes: z.number() }),
  z.object({ kind: z.literal('memory-limit'), maxMemoryBytes: z.number() }),
  z.object({ kind: z.literal('failed') }),
  z.object({ kind: z.literal('no-image') }),
  z.object({ kind: z.literal('idle-limit'), idleSeconds: z.number() }),
  z.object({ kind: z.literal('halted') }),
  z.object({ kind: z.literal('aborted') }),
  z.object({ kind: z.literal('shutting-down') }),
  z.object({ kind: z.literal('server-error') }),
]);

export const resultHeader = z.object({
  format: z.string().regex(/^[a-z0-9]{1,8}$/),
  filename: z.string().max(255).optional(),
  /** With the results of a run that has ended; a shell's pictures have none. */
  timings: timingsSchema.optional(),
  /** With the picture of the main file, if it was asked for. */
  objects: drawnObjectsSchema.optional(),
});
export type ResultHeader = z.infer<typeof resultHeader>;

export const backendControl = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  /** So much more of a shell's input is on its way into the program. */
  z.object({ type: z.literal('input-read'), bytes: z.number().int().nonnegative() }),
  z.object({
    type: z.literal('ended'),
    outcome: outcomeSchema,
    timings: timingsSchema,
    /** What earlier programs of this client left was used: nobody else may see what came of it. */
    isPersonal: z.boolean().optional(),
    /** Who drew it: the versions of the worker and of its tools. */
    toolchain: z.string().max(200).optional(),
  }),
]);

export const frontControl = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shorten'), durationSeconds: z.number().nonnegative() }),
  z.object({ type: z.literal('interrupt') }),
]);

export type FromBackend =
  | z.infer<typeof backendControl>
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | ({ readonly type: 'result'; readonly bytes: Uint8Array } & ResultHeader);

export type FromFront =
  | z.infer<typeof frontControl>
  | { readonly type: 'input'; readonly bytes: Uint8Array }
  /** A piece of the task's large files (sentFiles.ts). */
  | { readonly type: 'files'; readonly bytes: Uint8Array };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The fragments of one message, in order: the bytes of a result are not copied, and are sent in pieces. */
export function encodeFromBackend(message: FromBackend): Uint8Array[] {
  switch (message.type) {
    case 'output':
      return [tagged(message.stream === 'stdout' ? KIND.output : KIND.errors, message.bytes)];
    case 'result': {
      const { format, filename, timings, objects, bytes } = message;
      const header = encoder.encode(JSON.stringify({ format, filename, timings, objects }));
      const head = new Uint8Array(3 + header.length);
      head[0] = KIND.result;
      new DataView(head.buffer).setUint16(1, header.length);
      head.set(header, 3);
      return [head, ...piecesOf(bytes)];
    }
    default:
      return [tagged(KIND.control, encoder.encode(JSON.stringify(message)))];
  }
}

/** The same bytes in pieces, none of them larger than one that is sent at a time. */
export function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += STREAM_LIMITS.pieceBytes)
    pieces.push(bytes.subarray(at, at + STREAM_LIMITS.pieceBytes));
  return pieces;
}

export function encodeFromFront(message: FromFront): Uint8Array {
  if (message.type === 'input' || message.type === 'files') return tagged(KIND[message.type], message.bytes);
  return tagged(KIND.control, encoder.encode(JSON.stringify(message)));
}

/** Undefined for anything that is not a message: the peer is broken, and the task with it. */
export function decodeFromBackend(frame: Uint8Array): FromBackend | undefined {
  const body = frame.subarray(1);
  switch (frame[0]) {
    case KIND.output:
      return { type: 'output', stream: 'stdout', bytes: body };
    case KIND.errors:
      return { type: 'output', stream: 'stderr', bytes: body };
    case KIND.control:
      return parseWith(backendControl, body);
    case KIND.result: {
      if (frame.length < 3) return undefined;
      const headerEnd = 3 + new DataView(frame.buffer, frame.byteOffset).getUint16(1);
      const header = headerEnd <= frame.length ? parseWith(resultHeader, frame.subarray(3, headerEnd)) : undefined;
      return header && { type: 'result', ...header, bytes: frame.subarray(headerEnd) };
    }
    default:
      return undefined;
  }
}

export function decodeFromFront(frame: Uint8Array): FromFront | undefined {
  if (frame[0] === KIND.input) return { type: 'input', bytes: frame.subarray(1) };
  if (frame[0] === KIND.files) return { type: 'files', bytes: frame.subarray(1) };
  return frame[0] === KIND.control ? parseWith(frontControl, frame.subarray(1)) : undefined;
}

function tagged(kind: number, bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(1 + bytes.length);
  frame[0] = kind;
  frame.set(bytes, 1);
  return frame;
}

function parseWith<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(decoder.decode(bytes))).data;
  } catch {
    return undefined;
  }
}
