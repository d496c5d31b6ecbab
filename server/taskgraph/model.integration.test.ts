import { it } from 'vitest';
import { compareWithModel } from './model.suite';
import { useRedis } from './redis.harness';

// docs/task-graph.md, 1 to 12; ten thousand sequences in model.soak.test.ts.
const { connect } = useRedis();

it('agrees with the model after every step of 300 random sequences', () => compareWithModel(connect(), 300), 120_000);
