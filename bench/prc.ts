import { spawn } from 'node:child_process';
import { WebSocket } from 'ws';
import { startRedis } from '@/test/parts';
import { startProduct } from '@/test/product';
import { percentile, type Section } from './report';

/**
 * START, ACK, END cycles a second (two messages in, one out) against a plain `ws` echo with the same traffic in the
 * same run: two messages in, the first answered.
 */

const TOKEN = 'bench-token';
const WINDOW = 200;

type Row = readonly [what: string, measured: string, target: string];

/** Short ones in turn, of which the middle one counts: others use the machine too. */
const ROUNDS = 9;

export async function measurePrc(cycles: number): Promise<Section> {
  const echo = await startEcho();
  try {
    const rows = [
      ...(await withProduct([], async (controller) => [
        ...(await compare(echo.url, controller, { connections: 1, cycles, least: 30_000 })),
        ...(await compare(echo.url, controller, { connections: 50, cycles })),
      ])),
      ...(await measureShared(cycles)),
    ];
    return { title: 'Parallel request controller', rows };
  } finally {
    echo.stop();
  }
}

async function withProduct(flags: readonly string[], measure: (url: string) => Promise<Row[]>): Promise<Row[]> {
  const product = await startProduct(['--prc-token', TOKEN, '--backends', '1', '--log-level', 'warn', ...flags]);
  try {
    return await measure(`${product.url.replace(/^http/, 'ws')}/ws/${TOKEN}`);
  } finally {
    await product.stop();
  }
}

interface Traffic {
  readonly connections: number;
  /** Of all connections and rounds together. */
  readonly cycles: number;
  /** Cycles a second. */
  readonly least?: number;
}

async function compare(echo: string, controller: string, { connections, cycles, least }: Traffic): Promise<Row[]> {
  const each = Math.ceil(cycles / ROUNDS / connections);
  const rounds: { theirs: number; ours: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ theirs: await rate(echo, connections, each), ours: await rate(controller, connections, each) });
  }
  const middle = (look: (round: { theirs: number; ours: number }) => number) => percentile(rounds.map(look), 0.5);
  const words = connections === 1 ? '1 pipelined connection' : `${connections} connections`;
  return [
    [`${words}, echo`, `${Math.round(middle(({ theirs }) => theirs))} cycles/s`, ''],
    [
      `${words}, controller in memory`,
      `${Math.round(middle(({ ours }) => ours))} cycles/s`,
      least === undefined ? '' : `at least ${least.toLocaleString('en')}`,
    ],
    [`${words}, ratio`, middle(({ theirs, ours }) => ours / theirs).toFixed(2), 'at least 0.8'],
  ];
}

/** With the counts in Redis, as several fronts share them. */
async function measureShared(cycles: number): Promise<Row[]> {
  const redis = await startRedis();
  try {
    return await withProduct(['--redis-url', redis.url], async (controller) => {
      const rows: Row[] = [];
      for (const connections of [1, 50]) {
        const rates: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          rates.push(await rate(controller, connections, Math.ceil(cycles / ROUNDS / connections)));
        }
        const words = connections === 1 ? '1 pipelined connection' : `${connections} connections`;
        rows.push([`${words}, over Redis`, `${Math.round(percentile(rates, 0.5))} cycles/s`, 'at least 10,000']);
      }
      return rows;
    });
  } finally {
    redis.stop();
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
