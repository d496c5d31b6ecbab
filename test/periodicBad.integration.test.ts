import { describe, expect, it } from 'vitest';
import { COMMAND, roleOf, type CommandName } from '@/core/periodic/command';
import { MAGIC, type Dialect } from '@/core/periodic/dialect';
import { encodeFrame, encodeMessage } from '@/core/periodic/message';
import { encodeRegistration } from '@/core/periodic/registration';
import { PeriodicClient } from './periodicClient';
import { openEndpoint } from './periodicEndpoint';
import { UNKNOWN } from './periodicWorld';

/** Bad input: the answer that docs/periodic.md, "Frames", gives it, and nobody else harmed. */

const { address, connect } = openEndpoint();

/** A packet of a client with these bytes behind its message id. */
function packet(dialect: Dialect, ...bytes: number[]): Uint8Array {
  return encodeFrame(dialect, MAGIC.request, (writer) => writer.i32(1).copy(Uint8Array.from(bytes)));
}

async function isAlive(): Promise<boolean> {
  const client = await connect('seed', 'client');
  return (await client.ask({ name: 'PING' })) === client.body({ name: 'PONG' });
}

describe('before the registration', () => {
  it.each([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['the magic of the server', Buffer.from('005245530000000101', 'hex')],
    ['a wrong checksum', Buffer.from('0052455100000001a505df1c01', 'hex')],
    ['an unknown type', Buffer.from('0052455100000001a505df1b09', 'hex')],
    ['an absurd size', Buffer.from('00524551ffffffff', 'hex')],
    ['no size at all', Buffer.from('0052455100000000', 'hex')],
  ])('%s closes the connection', async (_what, bytes) => {
    const client = await PeriodicClient.dial(address(), 'seed');
    client.socket.write(bytes);
    await client.closed();
    expect(client.greeting).toBeUndefined();
    expect(await isAlive()).toBe(true);
  });
});

describe.each(['seed', 'crc'] as const)('in the %s dialect', (dialect) => {
  const short = [COMMAND.SUBMIT_JOB, 1, 0x66, 1, 0x61];
  it.each([
    ['bad magic', Uint8Array.of(1, 2, 3, 4)],
    ['a size over 16 MiB', Buffer.from('0052455101000001', 'hex')],
    ['a packet without a command', encodeFrame(dialect, MAGIC.request, (writer) => writer.i32(1))],
    ['arguments that are too short', packet(dialect, ...short)],
    ['a workload longer than its packet', packet(dialect, ...short, 0xff, 0xff, 0xff, 0xff, 0)],
    ['an unknown version of a job', packet(dialect, ...short, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)],
    ['a LOAD of more jobs than there are', packet(dialect, COMMAND.LOAD, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0)],
  ])('%s closes the connection', async (_what, bytes) => {
    const client = await connect(dialect, 'client');
    client.socket.write(bytes);
    await client.closed();
    expect(await isAlive()).toBe(true);
  });

  it('what is unknown, or only a server says, is answered with UNKNOWN', async () => {
    const names = Object.keys(COMMAND) as CommandName[];
    for (const role of ['client', 'worker'] as const) {
      const client = await connect(dialect, role);
      const foreign = names
        .filter((name) => name !== 'PING' && roleOf(name) === undefined)
        .map((name) => COMMAND[name] as number);
      for (const command of [...foreign, 35, 200, ...(dialect === 'seed' ? [29, 31, 32, 33, 34] : [])]) {
        client.socket.write(packet(dialect, command));
        expect(await client.answer(1)).toBe(client.body(UNKNOWN));
      }
    }
  });

  it('packets may come one byte at a time, or all at once with the registration', async () => {
    const client = await PeriodicClient.dial(address(), dialect);
    const ping = encodeMessage(dialect, MAGIC.request, 7, { name: 'PING' });
    for (const byte of [...encodeRegistration({ dialect, role: 'client' }), ...ping]) {
      client.socket.write(Uint8Array.of(byte));
    }
    expect(await client.answer(7)).toBe(client.body({ name: 'PONG' }));
    const other = await PeriodicClient.dial(address(), dialect);
    other.socket.write(Buffer.concat([encodeRegistration({ dialect, role: 'client' }), ping, ping]));
    expect(await other.answer(7)).toBe(other.body({ name: 'PONG' }));
  });
});
