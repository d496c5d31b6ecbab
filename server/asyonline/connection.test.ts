import { EventEmitter } from 'node:events';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { protocolFeatures, type Protocol } from '@/core/asyonline/protocols';
import { DEFAULT_SESSION_LIMITS } from '@/core/asyonline/sessionLimits';
import { STREAM_LIMITS } from '@/core/limits';
import type { TaskEvent } from '@/core/taskEvent';
import { createLog } from '@/platform/log';
import { HeldBytes } from '../heldBytes';
import type { Tasks } from '../queue/tasks';
import { Unpacking } from '../unpacking';
import { Connection } from './connection';
import type { Contents } from './contents';

class FakeSocket extends EventEmitter {
  readonly sent: string[] = [];
  closed: number | undefined;
  isTerminated = false;
  isReading = true;
  isRead = true;

  send(data: string | Uint8Array, _options: unknown, done: () => void): void {
    if (typeof data === 'string') this.sent.push(data);
    if (this.isRead) done();
  }
  close(code: number): void {
    this.closed = code;
  }
  terminate(): void {
    this.isTerminated = true;
    this.emit('close');
  }
  pause(): void {
    this.isReading = false;
  }
  resume(): void {
    this.isReading = true;
  }
  say(text: string, bytes?: string | Uint8Array): void {
    this.emit('message', Buffer.from(text), false);
    if (bytes !== undefined) this.emit('message', Buffer.from(bytes), true);
  }
}

function open(protocol: Protocol = 'asyonline.asy') {
  const told: string[] = [];
  const task = { hear: (_event: TaskEvent) => {} };
  const queue = (name: string): Tasks => ({
    submit: (_submission, _who, onEvent) => {
      told.push(`submit ${name}`);
      task.hear = onEvent;
      const say = (what: string) => () => void told.push(what);
      return {
        ...{ id: 't', shorten: say('shorten'), input: say('input'), interrupt: say('interrupt') },
        ...{ pause: say('pause'), resume: say('resume'), abort: say('abort') },
      };
    },
  });
  const socket = new FakeSocket();
  const recall = vi.fn<Contents['recall']>();
  const contents = { recall, remember: async () => undefined } as unknown as Contents;
  const connection = new Connection(
    socket as unknown as WebSocket,
    protocolFeatures(protocol),
    { client: 'c', address: 'a' },
    {
      ...{ renders: queue('render'), shells: queue('shell'), contents, limits: DEFAULT_SESSION_LIMITS },
      ...{ held: new HeldBytes(STREAM_LIMITS.maxHeldBytes), unreadSeconds: 20, log: createLog('test', 'silent') },
      unpacking: new Unpacking(),
    },
  );
  const start = () => {
    socket.say('add {"filename":"main.asy"}', 'dot((0,0));');
    socket.say('start {"main":"main.asy"}');
  };
  return { connection, socket, task, told, start, recall };
}

const names = (sent: readonly string[]) => sent.map((text) => text.split(' ')[0]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('hands what the client sent to the queue, and the queue’s events to the client', () => {
  const { socket, task, told, start } = open();
  start();
  expect(told).toEqual(['submit render']);
  task.hear({ type: 'started' });
  task.hear({ type: 'result', format: 'svg', bytes: Buffer.from('<svg/>') });
  task.hear({ type: 'ended', outcome: { kind: 'success' } });
  expect(names(socket.sent)).toEqual(expect.arrayContaining(['result', 'complete']));
  expect([socket.closed, told]).toEqual([1000, ['submit render']]);
});

it('hands a shell to the queue of shells, with what is typed', () => {
  const { socket, task, told } = open('asyonline.asy.interactive');
  socket.say('start {}');
  task.hear({ type: 'started' });
  socket.say('input', 'write(1);');
  expect(told).toEqual(['submit shell', 'input']);
});

it('ends its task when the client goes away, and says nothing more', () => {
  const { socket, told, start } = open();
  start();
  socket.emit('close');
  expect(told).toEqual(['submit render', 'abort']);
});

it('denies a client that says nothing in time', async () => {
  const { socket } = open();
  await vi.advanceTimersByTimeAsync(DEFAULT_SESSION_LIMITS.idleStage1Seconds * 1000 + 10);
  expect([names(socket.sent), socket.closed]).toEqual([['deny'], 1000]);
});

it('does not read from the backend while its client does not read, and gives a silent one up', async () => {
  const { socket, task, told, start } = open();
  start();
  task.hear({ type: 'started' });
  socket.isRead = false;
  task.hear({ type: 'result', format: 'svg', bytes: new Uint8Array(4 * 2 ** 20) });
  expect(told).toEqual(['submit render', 'pause']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([socket.isTerminated, told.at(-1)]).toEqual([true, 'abort']);
});

it('unpacks what came packed, in the order in which it came', async () => {
  vi.useRealTimers();
  const { socket, told } = open();
  socket.say('add {"filename":"a.csv","encoding":"deflate"}', deflateSync('1,2'));
  socket.say('add {"filename":"b.csv","encoding":"deflate"}', deflateSync('3,4'));
  socket.say('add {"filename":"main.asy"}', 'dot((0,0));');
  socket.say('start {"main":"main.asy"}');
  expect([told, socket.isReading]).toEqual([[], false]);
  await vi.waitFor(() => expect(told).toEqual(['submit render']));
  expect(socket.isReading).toBe(true);
});

it('denies what cannot be unpacked', async () => {
  vi.useRealTimers();
  const { socket } = open();
  socket.say('add {"filename":"a.csv","encoding":"deflate"}', 'no deflate');
  await vi.waitFor(() => expect(socket.closed).toBe(1000));
  expect(socket.sent.join()).toContain('cannot be read as deflate');
});

it('ends with an error when what the client refers to cannot be looked up', async () => {
  const { socket, recall } = open('asyonline.asy+restore');
  recall.mockRejectedValue(new Error('away'));
  socket.say(`add {"filename":"main.asy","hash":"${'0'.repeat(64)}","restore":true}`);
  socket.say('start {"main":"main.asy"}');
  await vi.advanceTimersByTimeAsync(0);
  expect([recall.mock.calls.length, socket.closed]).toEqual([1, 1011]);
});

it('says goodbye when the front stops', () => {
  const { connection, socket, told, start } = open();
  start();
  connection.close();
  expect([socket.sent.at(-1), socket.closed, told.at(-1)]).toEqual([
    'deny {"error":"Server is shutting down"}',
    1001,
    'abort',
  ]);
});
