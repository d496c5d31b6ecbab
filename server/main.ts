import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { readRoles } from '@/core/admin/proxyRoles';
import { QUEUE_LIMITS } from '@/core/limits';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import { DATA_VERSION } from '@/core/dataVersion';
import { parseLevels } from '@/platform/config/levels';
import { sayReady } from '@/platform/childContext';
import { giveUp, onStop, startAgain, startPart } from '@/platform/part';
import { checkRedis, connectRedis } from '@/platform/redis/connect';
import { Presence } from '@/platform/redis/presence';
import { RedisState, REQUESTS } from '@/platform/redis/redisState';
import { absenceOf } from '@/platform/redis/trouble';
import { Services } from '@/platform/service';
import { startHeartbeat } from '@/platform/watchdog/heartbeat';
import { readWorkerTls } from '@/platform/workerTls';
import { Front } from './front';
import { Leadership } from './queue/leadership';

/** Entry of the server process: a front, a scheduler, or both in one (as on one machine). */

const { config, context, log } = startPart('front', process.argv.slice(2));
const services = new Services(log);
onStop(() => services.stop());
const redis = connectRedis(context.redisUrl, log);
const wrong = await checkRedis(redis);
if (wrong) await giveUp(log, wrong.message);
const levels = parseLevels(config.levels);
if (!levels.ok) throw await giveUp(log, levels.failure.message);
const proxyRoles = readRoles(config.proxyRoles);
if (!proxyRoles.ok) throw await giveUp(log, proxyRoles.failure.message);
const tls = readWorkerTls(config);
if (!tls.ok) throw await giveUp(log, tls.failure.message);

/** On one machine with the usual number of backends, one of them is in reserve (docs/queue.md, 9). */
const isAlone = config.role === 'all' && config.backends === 0;

services.add('connection', { stop: () => redis.disconnect() });
const id = `p-${randomBytes(6).toString('hex')}`;
const presence = await Presence.begin({ redis, id, version: DATA_VERSION, log, onRestore: () => process.exit(0) });
services.add('presence', { stop: () => presence.end() });
const requests = connectRedis(context.redisUrl, log, REQUESTS);
services.add('connection of requests', { stop: () => requests.disconnect() });
const state = new RedisState(requests, absenceOf(context.redisUrl, log));
services.add('state of Redis', state);
if (config.role !== 'front')
  services.add(
    'scheduler',
    new Leadership({
      id: `s-${randomBytes(6).toString('hex')}@${hostname()}/${context.instance}`,
      redisUrl: context.redisUrl,
      schedule: {
        ...DEFAULT_OPTIONS,
        levels: levels.value,
        policy:
          config.schedulePolicy === 'literal' ? { kind: 'literal', random: Math.random } : { kind: 'considerate' },
        tasksPerClient: config.tasksPerClient,
        tasksPerAddress: config.tasksPerClient,
        reservedBackends: config.reservedBackends ?? (isAlone ? QUEUE_LIMITS.reservedBackends : 0),
        maxPredictedWaitSeconds: config.maxPredictedWaitSeconds || Number.POSITIVE_INFINITY,
        shellSeconds: config.shellTotalSeconds,
      },
      log: log.child({ part: 'scheduler' }),
    }),
  );

try {
  await services.start();
  const workerAuthority = tls.value.authority;
  const open = () =>
    Front.open({
      ...{ config, context, redis, requests, state, levels: levels.value, workerAuthority, log },
      proxyRoles: proxyRoles.value,
    });
  const front = config.role === 'scheduler' ? undefined : await open();
  front?.addTo(services);
  await services.start();
  startHeartbeat(config.role === 'scheduler' ? 'scheduler' : 'front');
  sayReady(await front?.ready());
} catch (error) {
  await startAgain(log, error);
}
