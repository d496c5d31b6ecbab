import { beforeEach, describe, expect, it } from 'vitest';
import { webSocketTransport } from './webSocketTransport';

/** As much of a WebSocket as the transport touches. */
class FakeSocket {
  static last: FakeSocket | undefined;
  binaryType = 'blob';
  protocol = '';
  onopen: ((event: object) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: unknown[] = [];
  isClosed = false;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.last = this;
  }

  send(data: unknown): void {
    this.sent.push(data);
  }

  close(): void {
    this.isClosed = true;
  }
}

describe('a transport over a WebSocket', () => {
  let heard: unknown[][];

  beforeEach(() => {
    heard = [];
  });

  function open() {
    const connection = webSocketTransport(FakeSocket).open('ws://host/asy', ['a', 'b'], {
      opened: (...args) => heard.push(['opened', ...args]),
      text: (...args) => heard.push(['text', ...args]),
      binary: (...args) => heard.push(['binary', ...args]),
      closed: (...args) => heard.push(['closed', ...args]),
    });
    const socket = FakeSocket.last;
    if (socket === undefined) throw new Error('no socket was opened');
    return { connection, socket };
  }

  it('tells what the socket tells', () => {
    const { socket } = open();
    expect([socket.url, socket.protocols, socket.binaryType]).toEqual(['ws://host/asy', ['a', 'b'], 'arraybuffer']);
    socket.protocol = 'b';
    socket.onopen?.({});
    socket.onmessage?.({ data: 'complete {}' });
    socket.onmessage?.({ data: new Uint8Array([1, 2]).buffer });
    socket.onerror?.({});
    socket.onclose?.({ code: 1006 });
    expect(heard).toEqual([
      ['opened', 'b'],
      ['text', 'complete {}'],
      ['binary', new Uint8Array([1, 2])],
      ['closed', 1006],
    ]);
  });

  it('passes frames on, and closes', () => {
    const { connection, socket } = open();
    connection.send('start {}');
    connection.send(new Uint8Array([3]));
    connection.close();
    expect(socket.sent).toEqual(['start {}', new Uint8Array([3])]);
    expect(socket.isClosed).toBe(true);
  });
});
