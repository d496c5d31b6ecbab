import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackendLink } from '@/server/queue/backendLink';
import { processes } from '@/test/processes';
import { startProduct } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { SocketServer } from '@/worker/socketServer';
import { FrontConnection } from '@/worker/frontConnection';
import { percentile, type Section } from './report';
import { measureSession } from './session';

/** What connections cost a front, what a message costs, and how fast bytes come from a backend. */

const CONNECTIONS = 1000;
const OUTPUT_BYTES = 10 * 1024 * 1024;
const FRAME_BYTES = 64 * 1024;

export async function measureAsyonline(rounds: number): Promise<Section> {
  const { parseMicroseconds, frameMicroseconds } = measureSession();
  const kilobytes = await measureConnections();
  const speeds: number[] = [];
  for (let i = 0; i < rounds; i += 1) speeds.push(await measureTransfer());
  return {
    title: 'The asyonline socketServer',
    rows: [
      [`${CONNECTIONS} connections in stage 1`, `${kilobytes.toFixed(1)} KB each`, 'under 20 KB each'],
      ['parsing a message', `${parseMicroseconds.toFixed(2)} µs`, 'under 5 µs'],
      ['a frame through the whole session', `${frameMicroseconds.toFixed(2)} µs`, ''],
      ['10 MB from backend to front, p50', `${percentile(speeds, 0.5).toFixed(0)} MB/s`, 'at least 50 MB/s'],
    ],
  };
}

/** The second thousand, so that what the first one made the process load does not count. */
async function measureConnections(): Promise<number> {
  const product = await startProduct(['--log-level', 'warn', '--idle-stage1-seconds', '600']);
  try {
    const server = processes().find(
      ({ command }) => command.includes('server.mjs') && command.includes(product.dataFolder),
    );
    const pid = server?.pid ?? 0;
    const open = () => Promise.all(Array.from({ length: CONNECTIONS }, () => RawSocket.open(product)));
    const first = await open();
    const before = await settledKilobytes(pid);
    const second = await open();
    const after = await settledKilobytes(pid);
    for (const socket of [...first, ...second]) socket.socket.terminate();
    return (after - before) / CONNECTIONS;
  } finally {
    await product.stop();
  }
}

/** Garbage is collected in its own time: the lowest of some looks. */
async function settledKilobytes(pid: number): Promise<number> {
  const seen: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    seen.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0));
    await sleep(250);
  }
  return Math.min(...seen);
}

async function measureTransfer(): Promise<number> {
  const runFolder = mkdtempSync(path.join(tmpdir(), 'asyground-bench-'));
  const socketServer = new SocketServer({
    runFolder,
    worker: 'w',
    address: undefined,
    secret: undefined,
    tls: undefined,
  });
  await socketServer.listen();
  const line = new FrontConnection({
    earlier: {},
    toolchain: '',
    unsent: { bytes: 0 },
    patienceSeconds: 60,
    onUnread: () => undefined,
  });
  const { url } = socketServer.offer('token', (socket) => line.open(socket));
  let received = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const link = new BackendLink(
      url,
      { secret: undefined, authority: undefined },
      {
        opened: () => {
          for (let sent = 0; sent < OUTPUT_BYTES; sent += FRAME_BYTES)
            void line.send({ type: 'output', stream: 'stdout', bytes: new Uint8Array(FRAME_BYTES) });
        },
        message: (message) => {
          if (message.type === 'output') received += message.bytes.length;
          if (received < OUTPUT_BYTES) return;
          link.terminate();
          resolve();
        },
        pause: () => 0,
        nonsense: () => reject(new Error('no message')),
        unreachable: () => reject(new Error('unreachable')),
        closed: () => undefined,
      },
    );
  });
  const seconds = (performance.now() - startedAt) / 1000;
  line.end();
  socketServer.close();
  rmSync(runFolder, { recursive: true, force: true });
  return OUTPUT_BYTES / 1024 / 1024 / seconds;
}
