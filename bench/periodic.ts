import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { headerBytes, MAGIC } from '@/core/periodic/dialect';
import type { Job } from '@/core/periodic/job';
import { encodeMessage, type Message } from '@/core/periodic/message';
import { PeriodicClient, periodicAddress, readAssigned } from '@/test/periodicClient';
import { startProduct, type Product } from '@/test/product';
import { cpuMs, pidOf } from './cpu';
import { measureEcho } from './echo';
import { percentile, type Section } from './report';

/** The Periodic server over TCP, with its jobs in the embedded Redis. */

const WINDOW = 1000;
const IN_FLIGHT = 32;

type Row = readonly [what: string, measured: string, target: string];

export async function measurePeriodic(submits: number, runs: number, pending: number): Promise<Section> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'asyground-bench-'));
  const start = () => startProduct(['--backends', '1', '--log-level', 'warn'], dataFolder);
  const rows: Row[] = [];
  let product = await start();
  try {
    await submit(product, 'warm-up', 5000);
    const alone = await submit(product, 'alone', submits);
    rows.push(['SUBMIT_JOB, one pipelined connection', `${alone.rate} jobs/s`, 'at least 15,000']);
    rows.push(['… CPU time a job, front and Redis', alone.cpu, '']);
    await run(product, 5000);
    rows.push(...(await run(product, runs)));
    const echo = await measureEcho(runs, IN_FLIGHT);
    const echoText = `${echo.perSecond} round trips/s, p99 ${echo.p99Ms.toFixed(1)} ms`;
    rows.push(['… beside it: a plain TCP echo, 32 in flight', echoText, '']);
    rows.push(await lateness(product, 200));
    await submit(product, 'pending', pending, 4_000_000_000);
    const among = await submit(product, 'among', submits);
    const words = `${pending.toLocaleString('en')} pending`;
    rows.push([`SUBMIT_JOB, ${words}`, `${among.rate} jobs/s`, 'at most 20 % slower']);
    rows.push(['… CPU time a job, front and Redis', among.cpu, '']);
    process.kill(product.supervisorPid, 'SIGTERM');
    await product.exited;
    const startedAt = performance.now();
    product = await start();
    const client = await PeriodicClient.connect(periodicAddress(product.log()), { dialect: 'seed', role: 'client' });
    const status = await client.ask({ name: 'STATUS' });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (!status.includes(`bench-pending,0,${pending},`)) throw new Error(`jobs were lost: ${status}`);
    client.close();
    rows.push([`start of the whole product, ${words}`, `${seconds} s`, 'at most 5 s']);
  } finally {
    await product.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return { title: 'Periodic', rows };
}

function job(func: string, name: string, schedAtSeconds = 0): Job {
  const workload = new TextEncoder().encode('{"some":"workload"}');
  return { func, name, workload, schedAtSeconds, runCount: 0, timeoutSeconds: 0 };
}

/** Keeps a window of requests in flight; every answer has the same size. */
async function submit(product: Product, name: string, count: number, schedAtSeconds?: number) {
  const client = await PeriodicClient.dial(periodicAddress(product.log()), 'seed');
  const { socket } = client;
  socket.removeAllListeners('data');
  socket.write(Buffer.from('005245510000000101', 'hex'));
  const encode = (message: Message, id: number) => encodeMessage('seed', MAGIC.request, id, message);
  const greetingBytes = headerBytes('seed') + 4;
  const answerBytes = headerBytes('seed') + 5;
  const cpu = cpuClock(product);
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    let sent = 0;
    let received = -greetingBytes;
    const fill = () => {
      const packets: Uint8Array[] = [];
      for (; sent < Math.min(count, Math.max(0, received) / answerBytes + WINDOW); sent += 1) {
        packets.push(encode({ name: 'SUBMIT_JOB', job: job(`bench-${name}`, `job-${sent}`, schedAtSeconds) }, sent));
      }
      if (packets.length > 0) socket.write(Buffer.concat(packets));
    };
    socket.on('data', (chunk) => {
      received += chunk.length;
      fill();
      if (received >= count * answerBytes) resolve();
    });
    fill();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  client.close();
  return { rate: Math.round(count / seconds), cpu: cpu(count) };
}

async function run(product: Product, count: number): Promise<Row[]> {
  const address = periodicAddress(product.log());
  const worker = await PeriodicClient.connect(address, { dialect: 'crc', role: 'worker' });
  const client = await PeriodicClient.connect(address, { dialect: 'crc', role: 'client' });
  await worker.canDo('bench-run');
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const { func, name, workload } = readAssigned(await worker.ask({ name: 'GRAB_JOB' }));
      worker.ask({ name: 'WORK_DONE', handle: { func, name }, data: workload }).catch(() => undefined);
    }
  };
  const working = Promise.all(Array.from({ length: IN_FLIGHT }, () => work().catch(() => undefined)));
  const milliseconds: number[] = [];
  let started = 0;
  const call = async () => {
    while (started < count) {
      started += 1;
      const name = `job-${started}`;
      const at = performance.now();
      await client.ask({ name: 'RUN_JOB', job: job('bench-run', name) });
      milliseconds.push(performance.now() - at);
    }
  };
  const cpu = cpuClock(product);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, call));
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  worker.close();
  client.close();
  await working;
  return [
    ['RUN_JOB, 32 in flight', `${Math.round(count / seconds)} round trips/s`, 'at least 8,000'],
    [
      '… median, p99',
      [0.5, 0.99].map((part) => `${percentile(milliseconds, part).toFixed(1)} ms`).join(', '),
      'p99 at most 10 ms',
    ],
    ['… CPU time a round trip, front and Redis', cpu(count), ''],
  ];
}

/** How long after their second jobs reach a worker. */
async function lateness(product: Product, count: number): Promise<Row> {
  const address = periodicAddress(product.log());
  const worker = await PeriodicClient.connect(address, { dialect: 'crc', role: 'worker' });
  const client = await PeriodicClient.connect(address, { dialect: 'crc', role: 'client' });
  await worker.canDo('bench-due');
  const firstSecond = Math.floor(Date.now() / 1000) + 2;
  const perSecond = 20;
  for (let i = 0; i < count; i += 1) {
    const at = firstSecond + Math.floor(i / perSecond);
    await client.ask({ name: 'SUBMIT_JOB', job: job('bench-due', `job-${i}`, at) });
  }
  const late: number[] = [];
  const take = async () => {
    while (late.length < count) {
      const { func, name, schedAtSeconds } = await worker.grab();
      late.push(Date.now() - schedAtSeconds * 1000);
      worker.send({ name: 'WORK_DONE', handle: { func, name }, data: new Uint8Array(0) });
    }
    worker.close();
  };
  await Promise.all(Array.from({ length: perSecond }, () => take().catch(() => undefined)));
  client.close();
  const words = [0.5, 0.99].map((part) => `${percentile(late, part)} ms`).join(', ');
  return ['due jobs, 20 at a time: after their second (median, p99)', words, 'at most 10 ms'];
}

/** CPU time of the two processes that do the work, from now on. */
function cpuClock(product: Product): (operations: number) => string {
  const pids = ['server.mjs', 'redis-server'].map((program) => pidOf(product, program));
  const before = pids.map(cpuMs);
  return (operations) =>
    pids.map((pid, i) => `${Math.round(((cpuMs(pid) - (before[i] ?? 0)) * 1000) / operations)} µs`).join(', ');
}
