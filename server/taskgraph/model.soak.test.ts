import { it } from 'vitest';
import { compareWithModel } from './model.suite';
import { useRedis } from './redis.harness';

const { connect } = useRedis();

it(
  'agrees with the model after every step of 10,000 random sequences',
  () => compareWithModel(connect(), 10_000),
  3_600_000,
);
