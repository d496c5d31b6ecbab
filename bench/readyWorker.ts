import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTPUT_LIMITS, QUEUE_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { Lease } from '@/platform/redis/lease';
import { fromLists } from '@/platform/redis/readers';
import { Roster } from '@/platform/redis/roster';
import { Backend, type BackendParts } from '@/worker/backend';
import { Heartbeats } from '@/worker/heartbeats';
import { WorkFolder } from '@/worker/jail/workFolder';
import { Load } from '@/worker/load';
import { SchedulerInbox } from '@/worker/schedulerInbox';
import { SocketServer } from '@/worker/socketServer';
import { TaskSource } from '@/worker/taskSource';

/**
 * A worker with everything of a real one but programs: its pictures are there 30 ms after they were asked for, and cost
 * nothing. So two cores can be asked for more pictures than they could draw, and what the rest costs is seen.
 *
 * `tsx bench/readyWorker.ts REDIS_URL BACKENDS PICTURE_BYTES`
 */

const PICTURE_MS = 30;
const MAIN = 'main';

const [redisUrl = '', backendCount = '', pictureBytes = ''] = process.argv.slice(2);
const id = 'w-ready';
const log = createLog('worker', 'warn');
const redis = connectRedis(redisUrl, log);
const runFolder = mkdtempSync(path.join(tmpdir(), 'asyground-ready-'));
process.on('SIGTERM', () => {
  rmSync(runFolder, { recursive: true, force: true });
  process.exit(0);
});
const folder = new WorkFolder(makeFolder());
const usage = { code: 0, signal: null, outOfMemory: false, abandoned: false, peakMemoryBytes: 50e6, cpuMs: 60 };

const socketServer = new SocketServer({ runFolder, worker: id, address: undefined, secret: undefined, tls: undefined });
await socketServer.listen();
// The front is another user.
chmodSync(runFolder, 0o755);
chmodSync(path.join(runFolder, `${id}.sock`), 0o777);
const source = new TaskSource(redis, log);
const parts = {
  ...{ redis, source, socketServer, log },
  slots: { giveBack: () => Promise.resolve() },
  starter: { start: () => Promise.resolve(started()) },
  selfCheck: { wantsNext: () => false },
  load: new Load(Number(backendCount)),
  unsent: { bytes: 0 },
  deliverySeconds: 30,
  maxMemoryBytes: OUTPUT_LIMITS.maxOutputBytes,
  ...{ measured: 'sampled', toolchain: 'ready', keepsSources: false },
};
const backends = Array.from(
  { length: Number(backendCount) },
  (_, i) => new Backend(`${id}.${i + 1}`, parts as unknown as BackendParts),
);
const walls = { root: true, cgroup: 'none', held: 0 } as const;
const heartbeats = new Heartbeats({ worker: id, hostKey: hostname(), version: 'ready', toolchain: 'ready', walls });
const roster = new Roster(redis, KEYS.workers, KEYS.worker);
const lease = new Lease({
  beatMs: QUEUE_LIMITS.heartbeatMs,
  renew: async () => {
    await roster.say(id, JSON.stringify(heartbeats.next(backends, [], [])), QUEUE_LIMITS.backendLeaseSeconds);
    await source.extendAll();
  },
});
await lease.start();
await redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify({ type: 'worker-joined', worker: id }));
const inbox = new SchedulerInbox({ worker: id, backends, redis, log });
new Consumer({
  what: 'permits',
  redis: connectRedis(redisUrl, log),
  read: fromLists(inbox.lists),
  handle: (entry) => inbox.take(entry),
  log,
}).start();
console.log('ready');

function makeFolder(): string {
  const made = path.join(runFolder, 'job');
  mkdirSync(made);
  const path_ = '<path d="M 0 0 L 72 36 L 120 12"/>\n';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg">\n${path_.repeat(Number(pictureBytes) / path_.length)}</svg>\n`;
  writeFileSync(path.join(made, `${MAIN}.svg`), picture);
  return made;
}

function started(): object {
  const output = new PassThrough();
  const ended = sleep(PICTURE_MS).then(() => {
    output.end();
    return usage;
  });
  const jail = { output, folder, ended, exited: ended, kill: () => undefined };
  return { startMode: 'warm', jail, slot: {}, stem: MAIN, before: new Map(), wanted: 'pictures', tellsObjects: false };
}
