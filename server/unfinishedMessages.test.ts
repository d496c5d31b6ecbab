import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { UnfinishedMessages } from './unfinishedMessages';

/** The beginning of a message of 100 bytes, without its last one. */
const BEGINNING = Buffer.concat([Buffer.from([0x82, 100]), Buffer.alloc(99)]);
const END = Buffer.alloc(1);

function world(limits: { bytesPerAddress?: number; bytes?: number; milliseconds?: number } = {}) {
  const watched = new UnfinishedMessages({ bytesPerAddress: 250, bytes: 450, milliseconds: 60_000, ...limits });
  const open = (address: string) => {
    const socket = new PassThrough();
    watched.watch(socket, address);
    return socket;
  };
  const begin = (address: string) => {
    const socket = open(address);
    socket.emit('data', BEGINNING);
    return socket;
  };
  return { watched, begin };
}

describe('messages that do not end', () => {
  it('are held up to a limit of each address, and to one of all', () => {
    const { begin } = world();
    const cut = (...addresses: string[]) => addresses.map((address) => begin(address).destroyed);
    expect(cut('a', 'a', 'a')).toEqual([false, false, true]);
    expect(cut('b', 'c')).toEqual([false, true]);
  });

  it('make room when they end, or their socket does', async () => {
    const { watched, begin } = world();
    const [first, second] = [begin('a'), begin('a')];
    first.emit('data', END);
    expect(watched.bytes).toBe(99);
    second.destroy();
    await vi.waitFor(() => expect(watched.bytes).toBe(0));
    expect([begin('a').destroyed, begin('a').destroyed]).toEqual([false, false]);
  });

  it('must end in time', async () => {
    const { begin } = world({ milliseconds: 20 });
    const socket = begin('a');
    await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  });
});
