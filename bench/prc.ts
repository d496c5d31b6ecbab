import { spawn } from 'node:child_process';
import { WebSocket } from 'ws';
import { startProduct } from '@/test/product';
import type { Section } from './report';

/**
 * START, ACK, END cycles a second (two messages in, one out) against a plain `ws` echo with the same traffic in the
 * same run: two messages in, the first answered.
 */

const TOKEN = 'bench-token';
const WINDOW = 200;

export async function measurePrc(cyclesPerConnection: number): Promise<Section> {
  const echo = await startEcho();
  const product = await startProduct(['--prc-token', TOKEN, '--backends', '1', '--log-level', 'warn']);
  const controller = `${product.url.replace(/^http/, 'ws')}/ws/${TOKEN}`;
  const plain = echo.url;
  try {
    const rows: [string, string, string][] = [];
    for (const connections of [1, 50]) {
      const each = Math.ceil(cyclesPerConnection / connections);
      const [theirs, ours] = [await rate(plain, connections, each), await rate(controller, connections, each)];
      rows.push([`${connections} connection(s), echo`, `${Math.round(theirs)} cycles/s`, '']);
      rows.push([
        `${connections} connection(s), controller in memory`,
        `${Math.round(ours)} cycles/s`,
        connections === 1 ? 'at least 30,000' : '',
      ]);
      rows.push([`${connections} connection(s), ratio`, (ours / theirs).toFixed(2), 'at least 0.8']);
    }
    return { title: 'Parallel request controller', rows };
  } finally {
    await product.stop();
    echo.stop();
  }
}

/** In a process of its own, as the controller is. */
const ECHO = `
import { WebSocketServer } from 'ws';
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', (data) => data[0] === 0x53 && socket.send(data.toString())));
server.on('listening', () => console.log(server.address().port));
`;

function startEcho(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', ECHO], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ url: `ws://127.0.0.1:${port.toString().trim()}`, stop: () => child.kill() }),
    );
  });
}

async function rate(url: string, connections: number, cycles: number): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(url)));
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => drive(socket, cycles)));
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.terminate();
  return (connections * cycles) / seconds;
}

function open(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Keeps a window of cycles in flight. */
function drive(socket: WebSocket, cycles: number): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    let answered = 0;
    const next = () => {
      sent += 1;
      socket.send(`START-REQUEST\nRequest-ID:${sent}\nRequest-Type:bench\nRequest-Limit:100000\n`);
      socket.send(`END-REQUEST\nRequest-ID:${sent}\n`);
    };
    socket.on('message', (data: Buffer) => {
      // The controller's own heartbeat is not an answer.
      if (data[0] !== 0x53) return;
      answered += 1;
      if (sent < cycles) next();
      if (answered === cycles) resolve();
    });
    while (sent < Math.min(WINDOW, cycles)) next();
  });
}
