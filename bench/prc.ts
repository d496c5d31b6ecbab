import { spawn } from 'node:child_process';
import { startRedis } from '@/test/parts';
import { processes } from '@/test/processes';
import { startProduct } from '@/test/product';
import { cpuMs } from './cpu';
import { PrcClient } from './prcClient';
import { percentile, type Section } from './report';

/**
 * START, ACK, END cycles a second (two messages in, one out) against an echo in plain Node, with the
 * same traffic, in turn in the same run: it reads each message and counts nothing. Beside the rates stands the processor
 * time of the server for a cycle, which others on the machine change less.
 */

const TOKEN = 'bench-token';

type Row = readonly [what: string, measured: string, target: string];

/** Short ones in turn, of which the middle one counts: others use the machine too. */
const ROUNDS = 9;

interface Shape {
  readonly words: string;
  readonly connections: number;
  /** Of each connection. */
  readonly inFlight: number;
  /** Of the cycles of the whole measurement: those that wait for each other take longer. */
  readonly part: number;
}

const SHAPES: readonly Shape[] = [
  { words: '1 connection, 256 in flight', connections: 1, inFlight: 256, part: 1 },
  { words: '50 connections, 1 in flight', connections: 50, inFlight: 1, part: 1 },
  { words: '50 connections, 16 in flight', connections: 50, inFlight: 16, part: 1 },
  { words: '1 connection, 1 in flight', connections: 1, inFlight: 1, part: 0.3 },
];

export async function measurePrc(cycles: number): Promise<Section> {
  const echo = await startEcho();
  try {
    const rows: Row[] = [];
    await withProduct([], async (controller) => {
      for (const shape of SHAPES) rows.push(...(await compare(echo, controller, shape, cycles)));
    });
    rows.push(...(await measureShared(cycles)));
    return { title: 'Parallel request controller', rows };
  } finally {
    process.kill(echo.pid);
  }
}

interface Server {
  readonly url: string;
  readonly pid: number;
}

async function withProduct(flags: readonly string[], measure: (front: Server) => Promise<void>): Promise<void> {
  const product = await startProduct(['--prc-token', TOKEN, '--backends', '1', '--log-level', 'warn', ...flags]);
  try {
    const isFront = (command: string) => command.includes('server.mjs') && command.includes(product.dataFolder);
    const front = processes().find(({ command }) => isFront(command));
    await measure({ url: `${product.url.replace(/^http/, 'ws')}/ws/${TOKEN}`, pid: front?.pid ?? 0 });
  } finally {
    await product.stop();
  }
}

interface Measured {
  /** Cycles a second. */
  readonly rate: number;
  /** Of the server, for a cycle. */
  readonly cpuMicroseconds: number;
}

async function compare(echo: Server, front: Server, shape: Shape, cycles: number): Promise<Row[]> {
  const each = Math.ceil((cycles * shape.part) / ROUNDS / shape.connections);
  const rounds: { theirs: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ theirs: await drive(echo, shape, each), ours: await drive(front, shape, each) });
  const middle = (look: (round: { theirs: Measured; ours: Measured }) => number) => percentile(rounds.map(look), 0.5);
  const told = (rate: number, cpu: number) => `${Math.round(rate)} cycles/s, ${cpu.toFixed(1)} µs of CPU each`;
  return [
    [
      `${shape.words}, echo`,
      told(
        middle((r) => r.theirs.rate),
        middle((r) => r.theirs.cpuMicroseconds),
      ),
      '',
    ],
    [
      `${shape.words}, controller`,
      told(
        middle((r) => r.ours.rate),
        middle((r) => r.ours.cpuMicroseconds),
      ),
      '',
    ],
    [`${shape.words}, ratio of rates`, middle((r) => r.ours.rate / r.theirs.rate).toFixed(2), 'at least 0.5'],
  ];
}

/** With the counts in Redis, as several fronts share them. */
async function measureShared(cycles: number): Promise<Row[]> {
  const redis = await startRedis();
  const rows: Row[] = [];
  try {
    await withProduct(['--redis-url', redis.url], async (front) => {
      for (const shape of SHAPES.filter(({ inFlight }) => inFlight > 1)) {
        const rates: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          rates.push((await drive(front, shape, Math.ceil(cycles / ROUNDS / shape.connections))).rate);
        rows.push([`${shape.words}, over Redis`, `${Math.round(percentile(rates, 0.5))} cycles/s`, 'at least 10,000']);
      }
    });
  } finally {
    redis.stop();
  }
  return rows;
}

/**
 * The same work without the counting, in plain Node: each message is unmasked and split into its parameters, a START is
 * answered with its own id, and the answers to one piece of the connection are written at once. Frames come whole here,
 * since the client sends small ones.
 */
const ECHO = `
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
const accept = (key) => createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
const read = (text) => {
  const [type, ...lines] = text.split('\\n');
  const parameters = new Map();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) parameters.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { type: type.trim().toUpperCase(), parameters };
};
const answerTo = ({ type, parameters }) => {
  if (type !== 'START-REQUEST') return '';
  const said = 'START-REQUEST-ACK\\nRequest-ID:' + parameters.get('request-id') + '\\nRequest-Limit-Reached:FALSE\\n';
  return String.fromCharCode(0x81, said.length) + said;
};
const server = createServer((socket) => {
  let rest;
  const echo = (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0, answers = '';
    while (at + 6 <= bytes.length) {
      const begin = at + 6, end = begin + (bytes[at + 1] & 0x7f);
      if (end > bytes.length) break;
      for (let i = begin; i < end; i += 1) bytes[i] ^= bytes[at + 2 + ((i - begin) & 3)];
      answers += answerTo(read(bytes.latin1Slice(begin, end)));
      at = end;
    }
    rest = at < bytes.length ? bytes.subarray(at) : undefined;
    if (answers !== '') socket.write(answers, 'latin1');
  };
  socket.setNoDelay(true).on('error', () => {});
  socket.once('data', (request) => {
    const [, key] = /Sec-WebSocket-Key: (\\S+)/.exec(request.toString('latin1'));
    const head = 'HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n';
    socket.write(head + 'Sec-WebSocket-Accept: ' + accept(key) + '\\r\\n\\r\\n');
    socket.on('data', echo);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

function startEcho(): Promise<Server> {
  // In a process and a session of its own, as the product is: the kernel shares a busy machine among sessions.
  const child = spawn(process.execPath, ['--input-type=module', '-e', ECHO], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  return new Promise((resolve) => {
    child.stdout.once('data', (port: Buffer) =>
      resolve({ url: `ws://127.0.0.1:${port.toString().trim()}/`, pid: child.pid ?? 0 }),
    );
  });
}

async function drive({ url, pid }: Server, { connections, inFlight }: Shape, cycles: number): Promise<Measured> {
  const clients = await Promise.all(Array.from({ length: connections }, () => PrcClient.open(url)));
  const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
  await Promise.all(clients.map((client) => client.run(cycles, inFlight)));
  const [milliseconds, cpu] = [performance.now() - startedAt, cpuMs(pid) - cpuBefore];
  for (const client of clients) client.close();
  const count = connections * cycles;
  return { rate: (count / milliseconds) * 1000, cpuMicroseconds: (cpu / count) * 1000 };
}
