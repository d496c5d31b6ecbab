import type { ByteReader } from './byteReader';
import type { ByteWriter } from './byteWriter';
import type { Dialect } from './dialect';

/** What names a job. Both are byte texts (one character for each byte) of 1 to 255 bytes (docs/periodic.md, 1). */
export interface JobHandle {
  readonly func: string;
  readonly name: string;
}

export interface Job extends JobHandle {
  readonly workload: Uint8Array;
  /** Unix time. In a request 0 means now. */
  readonly schedAtSeconds: number;
  /** Of a stored job: it was submitted with 0, and `schedAtSeconds` is when that was. */
  readonly isUntimed?: true | undefined;
  readonly runCount: number;
  /** 0: the configured one. */
  readonly timeoutSeconds: number;
}

/** The bits of a job's version byte: which numbers follow it. */
const HAS_RUN_COUNT = 1;
const HAS_TIMEOUT = 2;

/** One text for one handle: the length of the func tells where the name begins. */
export function handleKey(handle: JobHandle): string {
  return String.fromCharCode(handle.func.length) + handle.func + handle.name;
}

export function readHandle(reader: ByteReader): JobHandle {
  return { func: reader.shortText(), name: reader.shortText() };
}

export function writeHandle(writer: ByteWriter, handle: JobHandle): void {
  writer.shortText(handle.func).shortText(handle.name);
}

/** Undefined: a version that we do not know; what follows it cannot be read. */
export function readJob(reader: ByteReader): Job | undefined {
  const func = reader.shortText();
  const name = reader.shortText();
  const workload = reader.copy(reader.u32());
  const schedAtSeconds = reader.i64();
  const version = reader.u8();
  if (version > (HAS_RUN_COUNT | HAS_TIMEOUT)) return undefined;
  const runCount = version & HAS_RUN_COUNT ? reader.i32() : 0;
  const timeoutSeconds = version & HAS_TIMEOUT ? reader.i32() : 0;
  return { func, name, workload, schedAtSeconds, runCount, timeoutSeconds };
}

/** The seed dialect has no timeout: it is left out (docs/periodic.md, "Per dialect"). */
export function writeJob(writer: ByteWriter, job: Job, dialect: Dialect, atSeconds = job.schedAtSeconds): void {
  const hasTimeout = job.timeoutSeconds !== 0 && dialect === 'crc';
  writeHandle(writer, job);
  writer.i32(job.workload.length).copy(job.workload).i64(atSeconds);
  writer.u8((job.runCount !== 0 ? HAS_RUN_COUNT : 0) | (hasTimeout ? HAS_TIMEOUT : 0));
  if (job.runCount !== 0) writer.i32(job.runCount);
  if (hasTimeout) writer.i32(job.timeoutSeconds);
}

/** The body of LOAD, and of the answer to DUMP. */
export function writeJobs(writer: ByteWriter, jobs: readonly Job[], dialect: Dialect): void {
  writer.i64(jobs.length);
  for (const job of jobs) writeJob(writer, job, dialect);
}

/** Undefined: fewer jobs than announced, or one that cannot be read. */
export function readJobs(reader: ByteReader): Job[] | undefined {
  const count = reader.i64();
  const jobs: Job[] = [];
  while (jobs.length < count) {
    const job = readJob(reader);
    if (job === undefined || reader.isShort) return undefined;
    jobs.push(job);
  }
  return jobs;
}
