import type { Job, JobHandle } from '@/core/periodic/job';
import type { Ending, FuncStatus, StoreEvent } from '@/core/periodic/store';

/** Reads what the script answers and publishes (platform/redis/scripts/periodicBatch.lua). */

/** A result that is not here: another front put it under this key. */
export interface KeptData {
  readonly handle: JobHandle;
  readonly isDone: boolean;
  readonly key: string;
}

export type Heard =
  | { readonly kind: 'event'; readonly event: StoreEvent }
  | { readonly kind: 'kept'; readonly kept: KeptData }
  /** The next moment at which something is due has come nearer. */
  | { readonly kind: 'next'; readonly atMs: number };

const HEADER_BYTES = 24;
/** The part of a second by which a time is marked (platform/redis/scripts/periodicState.lua). */
const UNTIMED = 0.5;
const ENDINGS: readonly Ending['kind'][] = ['failed', 'later', 'expired', 'removed', 'dead', 'done'];
const NOTHING = new Uint8Array(0);

/** `record`: arrival, time, run count and timeout, then the workload. */
export function readRecord(func: string, name: string, record: Buffer): Job {
  const time = record.readDoubleBE(8);
  return {
    func,
    name,
    workload: bytesOf(record.subarray(HEADER_BYTES)),
    schedAtSeconds: Math.floor(time),
    isUntimed: time - Math.floor(time) >= UNTIMED || undefined,
    runCount: record.readInt32BE(16),
    timeoutSeconds: record.readInt32BE(20),
  };
}

/** A handle in one text: the length of the func in one byte, func, name. */
export function readHandleText(text: string): JobHandle {
  const end = 1 + text.charCodeAt(0);
  return { func: text.slice(1, end), name: text.slice(end) };
}

class Cursor {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  u8(): number {
    this.offset += 1;
    return this.bytes.readUInt8(this.offset - 1);
  }

  i32(): number {
    this.offset += 4;
    return this.bytes.readInt32BE(this.offset - 4);
  }

  f64(): number {
    this.offset += 8;
    return this.bytes.readDoubleBE(this.offset - 8);
  }

  text(): string {
    const length = this.u8();
    this.offset += length;
    return this.bytes.toString('latin1', this.offset - length, this.offset);
  }

  handle(): JobHandle {
    return { func: this.text(), name: this.text() };
  }

  data(): Buffer {
    const length = this.i32();
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }
}

/** A message: who sent it, and what they tell. */
export function readSender(message: Buffer): { front: string; events: Buffer } {
  const end = 1 + (message[0] ?? 0);
  return { front: message.toString('latin1', 1, end), events: message.subarray(end) };
}

export function readHeard(bytes: Buffer): Heard[] {
  const cursor = new Cursor(bytes);
  const heard: Heard[] = [];
  while (!cursor.isAtEnd) heard.push(readOne(cursor));
  return heard;
}

function readOne(cursor: Cursor): Heard {
  const kind = String.fromCharCode(cursor.u8());
  const event = (told: StoreEvent): Heard => ({ kind: 'event', event: told });
  switch (kind) {
    case 'r':
      return event({ kind: 'ready', func: cursor.text(), jobs: cursor.i32() });
    case 'b': {
      const { func, name } = cursor.handle();
      return event({ kind: 'broadcast', job: readRecord(func, name, cursor.data()) });
    }
    case 'e': {
      const handle = cursor.handle();
      const ending = ENDINGS[cursor.u8() - 1] ?? 'failed';
      const told: Ending = ending === 'done' ? { kind: ending, data: NOTHING } : { kind: ending };
      return event({ kind: 'ended', handle, ending: told });
    }
    case 'd': {
      const handle = cursor.handle();
      const isDone = cursor.u8() === 1;
      const isKept = cursor.u8() === 2;
      const data = cursor.data();
      if (isKept) return { kind: 'kept', kept: { handle, isDone, key: data.toString('latin1') } };
      return event(resultEvent(handle, isDone, bytesOf(data)));
    }
    case 'c':
      return event({ kind: 'config', key: cursor.text(), value: cursor.i32() });
    case 'n':
      return { kind: 'next', atMs: cursor.f64() };
    default:
      throw new Error(`the store told an unknown event: ${kind}`);
  }
}

/** As plain bytes: nobody above should come to depend on more. */
function bytesOf(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

export function resultEvent(handle: JobHandle, isDone: boolean, data: Uint8Array): StoreEvent {
  return isDone ? { kind: 'ended', handle, ending: { kind: 'done', data } } : { kind: 'data', handle, data };
}

export function readStatuses(bytes: Buffer): FuncStatus[] {
  const cursor = new Cursor(bytes);
  const statuses: FuncStatus[] = [];
  while (!cursor.isAtEnd) {
    statuses.push({
      func: cursor.text(),
      workers: cursor.i32(),
      jobs: cursor.i32(),
      running: cursor.i32(),
      locked: cursor.i32(),
      schedAtSeconds: cursor.f64(),
    });
  }
  return statuses.sort((a, b) => (a.func < b.func ? -1 : 1));
}
