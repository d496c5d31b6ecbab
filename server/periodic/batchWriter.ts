import type { Job, JobHandle } from '@/core/periodic/job';

/** The numbers of the operations in platform/redis/scripts/periodicBatch.lua. */
export const OPERATION = {
  submit: 1,
  remove: 2,
  grab: 3,
  hasDue: 4,
  report: 5,
  serve: 6,
  stopServing: 7,
  leave: 8,
  drop: 9,
  acquireLock: 10,
  releaseLock: 11,
  status: 12,
  dead: 13,
  getConfig: 14,
  setConfig: 15,
  tick: 16,
  beat: 17,
  join: 18,
  isMissing: 19,
  funcs: 20,
  runNow: 21,
  quit: 22,
  takeOut: 23,
} as const;

const FIRST_BYTES = 4096;

/** Writes the operations of a batch as the script reads them: big-endian, texts with their length in one byte. */
export class BatchWriter {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private end = 0;

  get length(): number {
    return this.end;
  }

  u8(value: number): this {
    this.budget(1);
    this.bytes[this.end++] = value;
    return this;
  }

  u16(value: number): this {
    this.budget(2);
    this.end = this.bytes.writeUInt16BE(value, this.end);
    return this;
  }

  i32(value: number): this {
    this.budget(4);
    this.end = this.bytes.writeInt32BE(value | 0, this.end);
    return this;
  }

  f64(value: number): this {
    this.budget(8);
    this.end = this.bytes.writeDoubleBE(value, this.end);
    return this;
  }

  /** A byte text of at most 255 bytes. */
  text(text: string): this {
    this.budget(1 + text.length);
    this.bytes[this.end++] = text.length;
    this.end += this.bytes.write(text, this.end, 'latin1');
    return this;
  }

  texts(texts: ReadonlySet<string>): this {
    this.u16(texts.size);
    for (const text of texts) this.text(text);
    return this;
  }

  handle(handle: JobHandle): this {
    return this.text(handle.func).text(handle.name);
  }

  data(data: Uint8Array): this {
    this.i32(data.length).budget(data.length);
    this.bytes.set(data, this.end);
    this.end += data.length;
    return this;
  }

  job(job: Job): this {
    return this.handle(job).f64(job.schedAtSeconds).i32(job.runCount).i32(job.timeoutSeconds).data(job.workload);
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.end);
  }

  private budget(length: number): void {
    if (this.end + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.end + length));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}
