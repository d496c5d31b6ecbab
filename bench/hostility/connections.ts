import { io } from 'socket.io-client';
import { headerBytes } from '@/core/periodic/dialect';
import { CONNECTION_LIMITS } from '@/core/limits';
import { PAGE_NAMESPACE } from '@/core/page';
import { PeriodicClient } from '@/test/periodicClient';
import { WebSocket } from 'ws';
import { unique, type Attacker } from './attacker';

/** Hostility by what is sent, and how: shells, sockets, requests and the other endpoints. */

const OUTPUT = 'while(true) write("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");\n';
const PROMPTS = "while(true) write('\\x01> ');\n";

async function inShells(attacker: Attacker, use: (send: (text: string) => void) => Promise<void>): Promise<void> {
  await attacker.swarm(6, async () => {
    const shell = await attacker.shell();
    if (!shell) return attacker.pause(100);
    await Promise.race([shell.closed(), use((text) => shell.send('input', {}, text))]);
    shell.socket.terminate();
  });
}

const untilOver = async (attacker: Attacker) => {
  while (!attacker.isOver) await attacker.pause(100);
};

export const shellOutput = (attacker: Attacker) =>
  inShells(attacker, async (send) => {
    send(OUTPUT);
    await untilOver(attacker);
  });

export const shellPrompts = (attacker: Attacker) =>
  inShells(attacker, async (send) => {
    send(PROMPTS);
    await untilOver(attacker);
  });

export const shellInput = (attacker: Attacker) =>
  inShells(attacker, async (send) => {
    send('while(true);\n');
    const much = `//${'x'.repeat(60_000)}\n`;
    while (!attacker.isOver) {
      send(much);
      await attacker.pause(1);
    }
  });

const UPGRADE =
  'GET /asy HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: asyonline.asy\r\n\r\n';

/** Frames that never end. */
export const halfSentFrames = (attacker: Attacker) =>
  attacker.swarm(100, async () => {
    const socket = await attacker.connect();
    socket.write(UPGRADE);
    socket.once('data', () => {
      const frame = Buffer.alloc(14);
      frame.set([0x82, 0xff]);
      frame.writeBigUInt64BE(BigInt(CONNECTION_LIMITS.maxFrameBytes), 2);
      socket.write(Buffer.concat([frame, Buffer.alloc(CONNECTION_LIMITS.maxFrameBytes - 1)]));
      socket.resume();
    });
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), attacker.pause(5000)]);
    socket.destroy();
  });

/** A byte now and then, and never the end of a request. */
export const slowConnections = (attacker: Attacker) =>
  attacker.swarm(3000, async () => {
    const socket = await attacker.connect();
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nhost: lo');
    let isClosed = false;
    socket.once('close', () => (isClosed = true));
    while (!isClosed && !attacker.isOver) {
      await attacker.pause(1000);
      if (!socket.destroyed) socket.write('x');
    }
    socket.destroy();
  });

export const longQueries = (attacker: Attacker) =>
  attacker.swarm(32, async (i) => {
    const query = Array.from({ length: i % 2 === 0 ? 15_000 : 60 }, () => 'a=b').join('&');
    await attacker.ask('GET', `/?${query}`);
  });

export const longHeaders = (attacker: Attacker) =>
  attacker.swarm(32, async (i) => {
    const value = `a${' '.repeat(i % 2 === 0 ? 60_000 : 900)}b`;
    await attacker.ask('GET', '/gallery', { headers: { 'if-none-match': value, accept: `${'a/b,'.repeat(200)}` } });
  });

export const pages = (attacker: Attacker) =>
  attacker.swarm(64, (i) =>
    attacker.ask('GET', ['/', '/gallery', '/nothing', '/s/x'][i % 4] ?? '/', { headers: { accept: 'text/html' } }),
  );

/** Made once: what the attacker computes is not what is measured. */
const DEEP = Buffer.from(`{"files":${'['.repeat(500_000)}${']'.repeat(500_000)}}`);

export const deepJson = (attacker: Attacker) =>
  attacker.swarm(32, async (i) => {
    const headers = { 'content-type': 'application/json' };
    const path = ['/render', '/api/links', '/compile/svg', '/api/v1/tasks'][i % 4] ?? '/render';
    await attacker.ask('POST', path, { headers, body: DEEP });
  });

/** Comes and goes, also with words and without. */
export const reconnects = (attacker: Attacker) =>
  attacker.swarm(100, async (i) => {
    const socket = await attacker.socket();
    if (i % 2 === 0) socket.send('nonsense', { x: 1 });
    socket.socket.terminate();
  });

export const links = (attacker: Attacker) =>
  attacker.swarm(32, async () => {
    const files = [{ name: 'main.asy', text: `draw(unitsquare);${unique()}` }];
    const answer = await attacker.post('/api/links', { files, main: 'main.asy' });
    if (answer.statusCode !== 201) await attacker.pause(20);
  });

const DRAWING = { render: { files: { 'main.asy': 'draw(unitsquare);' }, main: 'main.asy' } };

/** Of so many tasks, each before the next; with the last before the first it is refused, but only at the very end. */
function graphOf(size: number, isCircle: boolean): Buffer {
  const tasks = Array.from({ length: size }, (_, i) => {
    const next = i + 1 < size ? [`n${i + 1}`] : isCircle ? ['n0'] : [];
    return [`n${i}`, { command: DRAWING, continuations: next }] as const;
  });
  return Buffer.from(JSON.stringify({ tasks: Object.fromEntries(tasks) }));
}

const GRAPHS = [graphOf(5000, true), graphOf(500, false)];

export async function graphBodies(attacker: Attacker): Promise<void> {
  const [cookie = ''] = await attacker.cookies(1);
  const headers = { 'content-type': 'application/json', cookie };
  await attacker.swarm(16, (i) =>
    attacker.ask('POST', '/api/v1/tasks', { headers, body: GRAPHS[i % GRAPHS.length] ?? '' }),
  );
}

export const tokenGuesses = (attacker: Attacker) =>
  attacker.swarm(64, (i) => {
    const path = ['/api/v1/tasks', '/metrics', '/ws/guess'][i % 3] ?? '/metrics';
    return attacker.ask('GET', path, { headers: { authorization: `Bearer ${Math.random()}` } });
  });

/** Syntax checks of many clients, each as large as it may be. */
export async function checks(attacker: Attacker): Promise<void> {
  const cookies = await attacker.cookies(16);
  const { url } = attacker.target;
  const sockets = cookies.map((cookie) => {
    const own = { extraHeaders: { cookie }, localAddress: attacker.address, forceNew: true };
    return io(url + PAGE_NAMESPACE, { transports: ['websocket'], ...own });
  });
  let sequence = 0;
  await attacker.swarm(64, async (i) => {
    const source = `${'int a(int b) { return b; }\n'.repeat(4000)}${unique()}`;
    const request = { sequence: (sequence += 1), main: 'main.asy', files: { 'main.asy': source } };
    const answered = new Promise((resolve) => sockets[i % sockets.length]?.emit('check', request, resolve));
    await Promise.race([answered, attacker.pause(2000)]);
  });
}

/** Jobs without end, and packets that never end. */
export async function periodic(attacker: Attacker): Promise<void> {
  const address = attacker.target.periodic;
  const workload = Buffer.alloc(64 * 1024, 'x');
  const submitting = async (index: number) => {
    const client = await PeriodicClient.connect(address, { dialect: 'seed', role: 'client' });
    for (let n = 0; n < 200 && !attacker.isOver && !client.isClosed; n += 1) {
      attacker.acts += 1;
      const name = `${index}-${Math.random()}`;
      const job = { func: 'hostile', name, workload, schedAtSeconds: 4e9, runCount: 0, timeoutSeconds: 0 };
      await client.ask({ name: 'SUBMIT_JOB', job });
    }
    client.close();
  };
  const stuck = async () => {
    const client = await PeriodicClient.dial(address, 'seed');
    const packet = Buffer.alloc(headerBytes('seed') + 60_000, 'x');
    packet.write('\0REQ', 'latin1');
    packet.writeUInt32BE(0xffff, 4);
    client.socket.write(packet);
    await Promise.race([client.closed(), attacker.pause(1000)]);
    client.close();
  };
  await attacker.swarm(48, (i) => (i < 16 ? submitting(i) : stuck()));
}

/** Requests that begin and do not end, under names of their own. */
export const parallelRequests = (attacker: Attacker) =>
  attacker.swarm(16, async () => {
    const url = `${attacker.target.url.replace(/^http/, 'ws')}/ws/${attacker.target.prcToken}`;
    const socket = new WebSocket(url, { localAddress: attacker.address });
    socket.on('error', () => undefined);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const type = 'x'.repeat(1000);
    for (let n = 0; n < 2000 && !attacker.isOver && socket.readyState === socket.OPEN; n += 1) {
      const text = `START-REQUEST\nRequest-ID:${n}\nRequest-Type:${type}${Math.random()}\nRequest-Limit:1\n`;
      attacker.acts += 1;
      await new Promise<void>((resolve) => socket.send(text, () => resolve()));
    }
    socket.terminate();
  });
