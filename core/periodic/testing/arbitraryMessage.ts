import fc from 'fast-check';
import { COMMAND, type CommandName } from '../command';
import type { Job } from '../job';
import type { Message } from '../message';

/** Whatever a name, a lock or a key may be: 1 to 255 bytes, as a byte text. */
const byteText = fc.string({
  unit: fc.nat(0xff).map((byte) => String.fromCharCode(byte)),
  minLength: 1,
  maxLength: 255,
});

const jobArbitrary: fc.Arbitrary<Job> = fc.record({
  func: byteText,
  name: byteText,
  workload: fc.uint8Array({ maxLength: 300 }),
  schedAtSeconds: fc.maxSafeInteger(),
  runCount: fc.integer(),
  timeoutSeconds: fc.integer(),
});

const handle = fc.record({ func: byteText, name: byteText });
const data = fc.uint8Array({ maxLength: 300 });
const i16 = fc.integer({ min: -0x8000, max: 0x7fff });

/** Any message of the given command. */
export function messageArbitrary(name: CommandName): fc.Arbitrary<Message> {
  switch (name) {
    case 'SUBMIT_JOB':
    case 'RUN_JOB':
    case 'JOB_ASSIGN':
    case 'RECV_DATA':
      return fc.record({ name: fc.constant(name), job: jobArbitrary });
    case 'CAN_DO':
    case 'CANT_DO':
    case 'BROADCAST':
    case 'DROP_FUNC':
      return fc.record({ name: fc.constant(name), func: byteText });
    case 'WORK_FAIL':
    case 'REMOVE_JOB':
      return fc.record({ name: fc.constant(name), handle });
    case 'WORK_DONE':
    case 'WORK_DATA':
      return fc.record({ name: fc.constant(name), handle, data });
    case 'SCHED_LATER':
      return fc.record({ name: fc.constant(name), handle, delaySeconds: fc.maxSafeInteger(), countStep: i16 });
    case 'LOAD':
      return fc.record({ name: fc.constant(name), jobs: fc.array(jobArbitrary, { maxLength: 5 }) });
    case 'CONFIG_GET':
      return fc.record({ name: fc.constant(name), key: byteText });
    case 'CONFIG_SET':
      return fc.record({ name: fc.constant(name), key: byteText, value: fc.integer() });
    case 'CONFIG':
      return fc.record({ name: fc.constant(name), value: fc.integer() });
    case 'ACQUIRED':
      return fc.record({ name: fc.constant(name), isAcquired: fc.boolean() });
    case 'ACQUIRE':
      return fc.record({ name: fc.constant(name), lock: byteText, count: i16, handle });
    case 'RELEASE':
      return fc.record({ name: fc.constant(name), lock: byteText, handle });
    case 'DATA':
      return fc.record({ name: fc.constant(name), data });
    default:
      return fc.constant({ name });
  }
}

export const COMMAND_NAMES = Object.keys(COMMAND) as CommandName[];
