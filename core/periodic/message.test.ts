import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND, commandName, roleOf, type CommandName } from './command';
import { MAGIC, type Dialect } from './dialect';
import { FrameDecoder } from './frameDecoder';
import type { Job } from './job';
import { encodeMessage, readMessage, type Message } from './message';
import { COMMAND_NAMES, messageArbitrary } from './testing/arbitraryMessage';

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Through the wire and back, as the other side would read it. */
function passOn(dialect: Dialect, messageId: number, message: Message) {
  const decoder = new FrameDecoder(MAGIC.request, dialect);
  decoder.push(encodeMessage(dialect, MAGIC.request, messageId, message));
  const decoded = decoder.next();
  if (decoded.kind !== 'frame') throw new Error(decoded.kind);
  const [a = 0, b = 0, c = 0, d = 0, command = 0] = decoded.payload;
  const name = commandName(command, dialect);
  return {
    messageId: ((a << 24) | (b << 16) | (c << 8) | d) >>> 0,
    name,
    message: name && readMessage(name, decoded.payload.subarray(5)),
  };
}

const JOB: Job = {
  func: 'f',
  name: 'n',
  workload: Uint8Array.of(1, 2),
  schedAtSeconds: 3,
  runCount: 0,
  timeoutSeconds: 0,
};

describe('commands', () => {
  it('are the 26 of the seed dialect and nine more', () => {
    expect(Object.values(COMMAND)).toEqual(Array.from({ length: 35 }, (_, number) => number));
    expect(COMMAND_NAMES.filter((name) => commandName(COMMAND[name], 'seed') === name)).toHaveLength(29);
    expect(COMMAND_NAMES.every((name) => commandName(COMMAND[name], 'crc') === name)).toBe(true);
    expect(commandName(35, 'crc')).toBeUndefined();
    expect(commandName(255, 'seed')).toBeUndefined();
  });

  it('belong to clients, to workers or to the server', () => {
    expect([roleOf('SUBMIT_JOB'), roleOf('GRAB_JOB'), roleOf('ACQUIRE')]).toEqual(['client', 'worker', 'worker']);
    const serverOnly: CommandName[] = ['NOOP', 'JOB_ASSIGN', 'NO_JOB', 'PONG', 'UNKNOWN', 'SUCCESS', 'CONFIG'];
    for (const name of [...serverOnly, 'ACQUIRED', 'NO_WORKER', 'DATA'] as const) {
      expect(roleOf(name)).toBeUndefined();
    }
  });
});

// docs/periodic.md, "Frames" and "Arguments"
describe('messages', () => {
  it('have the bytes of the documents', () => {
    const ping = { name: 'PING' } as const;
    expect(hex(encodeMessage('seed', MAGIC.request, 0x01020304, ping))).toBe('0052455100000005' + '0102030409');
    expect(hex(encodeMessage('seed', MAGIC.response, 0xffffffff, { name: 'PONG' }))).toBe(
      '0052455300000005' + 'ffffffff0a',
    );
    expect(hex(encodeMessage('crc', MAGIC.request, 0x01020304, ping))).toBe(
      '0052455100000005' + '4ebdd5df' + '0102030409',
    );
    const submit = encodeMessage('seed', MAGIC.request, 1, { name: 'SUBMIT_JOB', job: JOB });
    expect(hex(submit)).toBe(
      '0052455100000018' + '000000010d' + '0166' + '016e' + '00000002' + '0102' + '0000000000000003' + '00',
    );
    const later = { name: 'SCHED_LATER', handle: JOB, delaySeconds: -1, countStep: -2 } as const;
    expect(hex(encodeMessage('seed', MAGIC.request, 1, later)).slice(26)).toBe(
      '0166016e' + 'ffffffffffffffff' + 'fffe',
    );
    const set = { name: 'CONFIG_SET', key: 'timeout', value: 10 } as const;
    expect(hex(encodeMessage('seed', MAGIC.request, 1, set)).slice(26)).toBe('0774696d656f7574' + '0000000a');
    const load = { name: 'LOAD', jobs: [JOB] } as const;
    expect(hex(encodeMessage('seed', MAGIC.request, 1, load)).slice(26)).toBe(
      '0000000000000001' + '0166016e000000020102000000000000000300',
    );
  });

  it('carry the version that says which numbers a job has', () => {
    const versionAndRest = (dialect: Dialect, runCount: number, timeoutSeconds: number) => {
      const message = { name: 'JOB_ASSIGN', job: { ...JOB, runCount, timeoutSeconds } } as const;
      return hex(encodeMessage(dialect, MAGIC.response, 1, message)).slice(dialect === 'seed' ? 62 : 70);
    };
    expect(versionAndRest('crc', 0, 0)).toBe('00');
    expect(versionAndRest('crc', 5, 0)).toBe('01' + '00000005');
    expect(versionAndRest('crc', 0, 7)).toBe('02' + '00000007');
    expect(versionAndRest('crc', 5, 7)).toBe('03' + '00000005' + '00000007');
    expect(versionAndRest('seed', 5, 7)).toBe('01' + '00000005');
    expect(versionAndRest('seed', 0, 7)).toBe('00');
  });

  it('repeat the 0 that a job was submitted with in the seed dialect only, and only to its worker', () => {
    const timeIn = (dialect: Dialect, name: 'JOB_ASSIGN' | 'SUBMIT_JOB', isUntimed?: true) => {
      const message = { name, job: { ...JOB, isUntimed } } as const;
      return Number.parseInt(hex(encodeMessage(dialect, MAGIC.response, 1, message)).slice(-18, -2), 16);
    };
    expect(timeIn('seed', 'JOB_ASSIGN', true)).toBe(0);
    expect(timeIn('seed', 'JOB_ASSIGN')).toBe(JOB.schedAtSeconds);
    expect(timeIn('crc', 'JOB_ASSIGN', true)).toBe(JOB.schedAtSeconds);
    expect(timeIn('seed', 'SUBMIT_JOB', true)).toBe(JOB.schedAtSeconds);
  });

  it('send DATA without a command byte in the seed dialect', () => {
    const data = { name: 'DATA', data: Uint8Array.of(7) } as const;
    expect(hex(encodeMessage('seed', MAGIC.response, 2, data))).toBe('0052455300000005' + '00000002' + '07');
    expect(hex(encodeMessage('crc', MAGIC.response, 2, data)).slice(24)).toBe('00000002' + '1e' + '07');
  });

  it.each(COMMAND_NAMES)('%s comes back as it was sent, in each dialect that has it', (name) => {
    const dialects: Dialect[] = name !== 'DATA' && commandName(COMMAND[name], 'seed') ? ['seed', 'crc'] : ['crc'];
    fc.assert(
      fc.property(messageArbitrary(name), fc.nat(0xffff_ffff), (message, messageId) => {
        for (const dialect of dialects) {
          const expected = dialect === 'seed' ? withoutTimeouts(message) : message;
          expect(passOn(dialect, messageId, message)).toEqual({ messageId, name, message: expected });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are refused when their arguments are short', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMMAND_NAMES).chain(messageArbitrary), fc.nat(), (message, cut) => {
        const whole = encodeMessage('crc', MAGIC.request, 0, message).subarray(17);
        const short = readMessage(message.name, whole.subarray(0, cut % (whole.length + 1)));
        const isOpenEnded = 'data' in message;
        if (cut % (whole.length + 1) === whole.length) expect(short).toEqual(message);
        else if (!isOpenEnded) expect(short).toBeUndefined();
      }),
    );
  });

  it('can be read from any bytes without failing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMMAND_NAMES), fc.uint8Array({ maxLength: 60 }), (name, bytes) => {
        const message = readMessage(name, bytes);
        if (message !== undefined) expect(message.name).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  it('do not take an unknown job version or more jobs than there are', () => {
    const submit = encodeMessage('seed', MAGIC.request, 1, { name: 'SUBMIT_JOB', job: JOB }).subarray(13);
    submit[submit.length - 1] = 4;
    expect(readMessage('SUBMIT_JOB', submit)).toBeUndefined();
    expect(readMessage('LOAD', Uint8Array.of(0x7f, 255, 255, 255, 255, 255, 255, 255))).toBeUndefined();
    expect(readMessage('LOAD', Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255))).toEqual({
      name: 'LOAD',
      jobs: [],
    });
  });
});

function withoutTimeouts(message: Message): Message {
  const strip = (job: Job) => ({ ...job, timeoutSeconds: 0 });
  if ('job' in message) return { ...message, job: strip(message.job) };
  return 'jobs' in message ? { ...message, jobs: message.jobs.map(strip) } : message;
}
