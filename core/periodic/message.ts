import { ByteReader } from './byteReader';
import { ByteWriter } from './byteWriter';
import { COMMAND, type CommandName } from './command';
import { crc32 } from './crc32';
import { headerBytes, type Dialect, type Magic } from './dialect';
import { readHandle, readJob, readJobs, writeHandle, writeJob, writeJobs, type Job, type JobHandle } from './job';

/** A command with its arguments (docs/periodic.md, "Arguments"). */
export type Message =
  | { readonly name: BareName }
  | { readonly name: JobName; readonly job: Job }
  | { readonly name: FuncName; readonly func: string }
  | { readonly name: 'WORK_FAIL' | 'REMOVE_JOB'; readonly handle: JobHandle }
  | { readonly name: 'WORK_DONE' | 'WORK_DATA'; readonly handle: JobHandle; readonly data: Uint8Array }
  | {
      readonly name: 'SCHED_LATER';
      readonly handle: JobHandle;
      readonly delaySeconds: number;
      readonly countStep: number;
    }
  | { readonly name: 'LOAD'; readonly jobs: readonly Job[] }
  | { readonly name: 'CONFIG_GET'; readonly key: string }
  | { readonly name: 'CONFIG_SET'; readonly key: string; readonly value: number }
  | { readonly name: 'CONFIG'; readonly value: number }
  | { readonly name: 'ACQUIRED'; readonly isAcquired: boolean }
  | { readonly name: 'ACQUIRE'; readonly lock: string; readonly count: number; readonly handle: JobHandle }
  | { readonly name: 'RELEASE'; readonly lock: string; readonly handle: JobHandle }
  | { readonly name: 'DATA'; readonly data: Uint8Array };

type JobName = 'JOB_ASSIGN' | 'SUBMIT_JOB' | 'RUN_JOB' | 'RECV_DATA';
type FuncName = 'CAN_DO' | 'CANT_DO' | 'BROADCAST' | 'DROP_FUNC';
type BareName =
  | ('NOOP' | 'GRAB_JOB' | 'NO_JOB' | 'PING' | 'PONG' | 'SLEEP' | 'UNKNOWN' | 'STATUS' | 'SUCCESS' | 'DUMP')
  | ('SHUTDOWN' | 'NO_WORKER' | 'JOB_ASSIGNED' | 'JOB_UNASSIGNED');

/** Undefined: the arguments are shorter than the command needs. What stands behind them is ignored. */
export function readMessage(name: CommandName, argumentBytes: Uint8Array): Message | undefined {
  const reader = new ByteReader(argumentBytes);
  const message = readArguments(name, reader);
  return reader.isShort ? undefined : message;
}

function readArguments(name: CommandName, reader: ByteReader): Message | undefined {
  switch (name) {
    case 'SUBMIT_JOB':
    case 'RUN_JOB':
    case 'JOB_ASSIGN':
    case 'RECV_DATA': {
      const job = readJob(reader);
      return job && { name, job };
    }
    case 'CAN_DO':
    case 'CANT_DO':
    case 'BROADCAST':
    case 'DROP_FUNC':
      return { name, func: reader.shortText() };
    case 'WORK_FAIL':
    case 'REMOVE_JOB':
      return { name, handle: readHandle(reader) };
    case 'WORK_DONE':
    case 'WORK_DATA':
      return { name, handle: readHandle(reader), data: reader.rest() };
    case 'SCHED_LATER':
      return { name, handle: readHandle(reader), delaySeconds: reader.i64(), countStep: reader.i16() };
    case 'LOAD': {
      const jobs = readJobs(reader);
      return jobs && { name, jobs };
    }
    case 'CONFIG_GET':
      return { name, key: reader.shortText() };
    case 'CONFIG_SET':
      return { name, key: reader.shortText(), value: reader.i32() };
    case 'CONFIG':
      return { name, value: reader.i32() };
    case 'ACQUIRED':
      return { name, isAcquired: reader.u8() === 1 };
    case 'ACQUIRE':
      return { name, lock: reader.shortText(), count: reader.i16(), handle: readHandle(reader) };
    case 'RELEASE':
      return { name, lock: reader.shortText(), handle: readHandle(reader) };
    case 'DATA':
      return { name, data: reader.rest() };
    default:
      return { name };
  }
}

function writeArguments(writer: ByteWriter, message: Message, dialect: Dialect): void {
  switch (message.name) {
    case 'SUBMIT_JOB':
    case 'RUN_JOB':
    case 'RECV_DATA':
      writeJob(writer, message.job, dialect);
      return;
    case 'JOB_ASSIGN': {
      const { job } = message;
      // Its servers repeat what was submitted (docs/periodic.md, 2).
      writeJob(writer, job, dialect, dialect === 'seed' && job.isUntimed ? 0 : job.schedAtSeconds);
      return;
    }
    case 'CAN_DO':
    case 'CANT_DO':
    case 'BROADCAST':
    case 'DROP_FUNC':
      writer.shortText(message.func);
      return;
    case 'WORK_FAIL':
    case 'REMOVE_JOB':
      writeHandle(writer, message.handle);
      return;
    case 'WORK_DONE':
    case 'WORK_DATA':
      writeHandle(writer, message.handle);
      writer.copy(message.data);
      return;
    case 'SCHED_LATER':
      writeHandle(writer, message.handle);
      writer.i64(message.delaySeconds).i16(message.countStep);
      return;
    case 'LOAD':
      writeJobs(writer, message.jobs, dialect);
      return;
    case 'CONFIG_GET':
      writer.shortText(message.key);
      return;
    case 'CONFIG_SET':
      writer.shortText(message.key).i32(message.value);
      return;
    case 'CONFIG':
      writer.i32(message.value);
      return;
    case 'ACQUIRED':
      writer.u8(message.isAcquired ? 1 : 0);
      return;
    case 'ACQUIRE':
      writer.shortText(message.lock).i16(message.count);
      writeHandle(writer, message.handle);
      return;
    case 'RELEASE':
      writer.shortText(message.lock);
      writeHandle(writer, message.handle);
      return;
    case 'DATA':
      writer.copy(message.data);
      return;
    default:
      return;
  }
}

/** A packet with a message. In the seed dialect DATA has no command byte: the bytes follow the message id. */
export function encodeMessage(dialect: Dialect, magic: Magic, messageId: number, message: Message): Uint8Array {
  return encodeFrame(dialect, magic, (writer) => {
    writer.i32(messageId);
    if (dialect === 'crc' || message.name !== 'DATA') writer.u8(COMMAND[message.name]);
    writeArguments(writer, message, dialect);
  });
}

export function encodeFrame(dialect: Dialect, magic: Magic, writePayload: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter().i32(magic).i32(0);
  if (dialect === 'crc') writer.i32(0);
  const header = headerBytes(dialect);
  writePayload(writer);
  writer.patchI32(4, writer.length - header);
  if (dialect === 'crc') writer.patchI32(8, crc32(writer.written(), header));
  return writer.written();
}
