import { randomBytes } from 'node:crypto';
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
import { startHeartbeat } from '@/platform/watchdog/heartbeat';
import { readWorkerTls } from '@/platform/workerTls';
import { Front } from './front';
import { Leadership } from './queue/leadership';

/** Entry of the server process: a front, a scheduler, or both in one (as on one machine). */

const { config, context, log } = startPart('front', process.argv.slice(2));
const redis = connectRedis(context.redisUrl, log);
const wrong = await checkRedis(redis);
if (wrong) giveUp(log, wrong.message);
const presence = await Presence.begin({
  ...{ redis, id: `p-${randomBytes(6).toString('hex')}`, version: DATA_VERSION, log },
});
const requests = connectRedis(context.redisUrl, log, REQUESTS);
const state = new RedisState(requests, absenceOf(context.redisUrl, log));
state.start();
const levels = parseLevels(config.levels);
if ('code' in levels) giveUp(log, levels.message);
const tls = readWorkerTls(config);
if ('code' in tls) giveUp(log, tls.message);

const leadership =
  config.role === 'front'
    ? undefined
    : new Leadership({
        id: `s-${randomBytes(6).toString('hex')}`,
        redisUrl: context.redisUrl,
        schedule: {
          ...DEFAULT_OPTIONS,
          levels,
          policy:
            config.schedulePolicy === 'literal' ? { kind: 'literal', random: Math.random } : { kind: 'considerate' },
          tasksPerClient: config.tasksPerClient,
          tasksPerAddress: config.tasksPerClient,
          reservedBackends: config.reservedBackends ?? (config.backends === 0 ? QUEUE_LIMITS.reservedBackends : 0),
          maxPredictedWaitSeconds: config.maxPredictedWaitSeconds || Number.POSITIVE_INFINITY,
          shellSeconds: config.shellTotalSeconds,
        },
        log: log.child({ part: 'scheduler' }),
      });
await leadership?.start().catch((error: unknown) => startAgain(log, error));

const front =
  config.role === 'scheduler'
    ? undefined
    : new Front({
        config,
        context,
        redis,
        requests,
        state,
        levels,
        workerAuthority: tls.authority,
        log,
      });
onStop(async () => {
  await front?.stop();
  await leadership?.stop();
  await presence.end();
  state.stop();
  requests.disconnect();
  redis.disconnect();
});
const listening = await front?.start().catch((error: unknown) => startAgain(log, error));
if (listening && 'code' in listening) giveUp(log, listening.message);
startHeartbeat(config.role === 'scheduler' ? 'scheduler' : 'front');
sayReady(listening);
