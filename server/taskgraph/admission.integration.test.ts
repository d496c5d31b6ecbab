import { beforeEach, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { Caller } from './access';
import { GraphAdmission } from './admission';
import { AMPLE_ROOM, useRedis } from './redis.harness';

/** What may be kept in an hour, counted on a real Redis. */

const { connect } = useRedis();
const { graphBytesPerHour, artifactBytesPerHour } = ADMISSION_LIMITS;
const withRoom = { refusal: () => undefined, takeRedis: () => true };
let redis: Redis;
let admission: GraphAdmission;

beforeEach(async () => {
  redis = connect();
  await redis.flushall();
  admission = new GraphAdmission(redis, withRoom);
});

function caller(owner: string, address: string): Caller {
  return { owner, role: 'user', name: owner, address, room: { ...AMPLE_ROOM, address } };
}

it('bounds the artifacts of one token, and of nobody else', async () => {
  const own = caller('token:a', '192.0.2.1');
  expect(await admission.refusal(own, 'artifacts', artifactBytesPerHour)).toBeUndefined();
  const refused = await admission.refusal(own, 'artifacts', 1);
  expect(refused).toMatchObject({ code: 'too-many-bytes', retryAfterSeconds: expect.any(Number) as number });
  expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
  expect(await admission.refusal(caller('token:b', '192.0.2.1'), 'artifacts', 1)).toBeUndefined();
});

it('bounds the bodies of all sessions of one address together', async () => {
  const session = (cookie: number, address: string) => caller(`cookie:${cookie}`, address);
  for (let i = 0; i < 4; i += 1)
    expect(await admission.refusal(session(i, 'a'), 'tasks', graphBytesPerHour.ofAddress / 4)).toBeUndefined();
  expect(await admission.refusal(session(99, 'a'), 'tasks', 1)).toMatchObject({ code: 'too-many-bytes' });
  expect(await admission.refusal(session(99, 'b'), 'tasks', 1)).toBeUndefined();
});

it('keeps nothing while there is no room, and counts nothing then', async () => {
  const full = { ...withRoom, refusal: () => ({ code: 'full', message: 'full', retryAfterSeconds: 30 }) as const };
  const refused = await new GraphAdmission(redis, full).refusal(caller('token:a', 'a'), 'artifacts', 1);
  expect(refused).toEqual({ code: 'full', message: 'full', retryAfterSeconds: 30 });
  expect(await redis.keys('*hourly*')).toEqual([]);
});
