import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism, hostname, totalmem } from 'node:os';
import path from 'node:path';
import { STREAM_LIMITS } from '@/core/limits';
import { DATA_VERSION } from '@/core/dataVersion';
import { openBlobs } from '@/platform/blobs/open';
import { sayReady } from '@/platform/childContext';
import { giveUp, onStop, startAgain, startPart } from '@/platform/part';
import { connectRedis, untilUsable } from '@/platform/redis/connect';
import { Presence } from '@/platform/redis/presence';
import { PREPARED_FOLDER, toolchainVersion } from '@/platform/toolchain';
import { VERSION } from '@/platform/version';
import { startHeartbeat } from '@/platform/watchdog/heartbeat';
import { readWorkerTls } from '@/platform/workerTls';
import { Checks } from './checks';
import { SocketServer } from './socketServer';
import { JailSlot } from './jail/jail';
import { CHECK_SLOTS, MAX_SLOTS } from './jail/keeper/protocol';
import { KeeperClient } from './jail/keeperClient';
import { Spool } from './spool';
import { Shortcuts } from './warm/shortcuts';
import { defaultShellPlaces } from './warm/slotPlan';
import { Worker } from './worker';

/** Entry of the worker process. */

const { config, context, log } = startPart('worker', process.argv.slice(2));
const id = `w-${randomBytes(6).toString('hex')}`;
const redis = connectRedis(context.redisUrl, log);
const blockingRedis = connectRedis(context.redisUrl, log);
await untilUsable(redis);
const presence = await Presence.begin({ redis, id, version: DATA_VERSION, log, onRestore: () => process.exit(0) });
const keeper = await KeeperClient.connect(context.keeperSocket, () => {
  log.error('the keeper is gone; without it nothing can run');
  process.exit(1);
});
const tls = readWorkerTls(config);
if (!tls.ok) throw await giveUp(log, tls.failure.message);
const socketServer = new SocketServer({
  runFolder: context.runFolder,
  worker: id,
  address: config.workerAddress,
  secret: config.workerSecret,
  tls: tls.value.identity,
});
await socketServer.listen();
// One more than cores: one address never holds the last, and jails share the cores evenly.
const backendCount = config.backends || availableParallelism() + 1;
const worker = new Worker({
  id,
  hostKey: `${hostname()}/${context.instance}`,
  redis,
  blockingRedis,
  keeper,
  socketServer,
  backendCount,
  shellPlaces: config.shellPlaces ?? defaultShellPlaces(backendCount, totalmem()),
  maxMemoryBytes: config.jailMemoryBytes,
  // A front ends a client that does not read before its worker ends it with the task.
  deliverySeconds: 1.5 * config.unreadSeconds,
  spool: new Spool(path.join(context.dataFolder, 'spool'), STREAM_LIMITS.maxSpoolBytes),
  warmMegabytes: config.warmMegabytes,
  selfCheckEvery: config.selfCheckEvery,
  shortcuts: new Shortcuts(path.join(context.projectFolder, PREPARED_FOLDER), log),
  hasDisplay: config.display3d && existsSync('/usr/bin/Xvfb'),
  blobs: openBlobs(config, context.dataFolder),
  keepsSources: config.keepFailedSources,
  version: VERSION,
  toolchain: toolchainVersion(),
  log: log.child({ worker: id }),
});
const broken = await worker.start().catch((error: unknown) => startAgain(log, error));
if (broken.length > 0)
  await giveUp(
    log,
    `The jail does not hold, so nothing is rendered: ${broken.join(', ')}. docs/security.md says what it needs.`,
  );
const checkSlots = Array.from({ length: CHECK_SLOTS }, (_, i) => new JailSlot(keeper, MAX_SLOTS - 1 - i));
await Promise.all(checkSlots.map((slot) => slot.open()));
const checks = new Checks({ redis, redisUrl: context.redisUrl, slots: checkSlots, log });
checks.start();
onStop(async () => {
  await checks.stop();
  await worker.stop();
  await presence.end();
  socketServer.close();
  redis.disconnect();
});
startHeartbeat('worker');
sayReady();
