import { afterAll, beforeAll } from 'vitest';
import { startProduct } from './product';
import { describeClaims } from './taskgraphClaims.suite';
import { TaskGraphClient } from './taskgraphClient';
import { describeOwners } from './taskgraphOwners.suite';
import { describeRenders } from './taskgraphRenders.suite';
import { describeRoutes } from './taskgraphRoutes.suite';
import { describeStates } from './taskgraphStates.suite';
import type { TaskGraphWorld } from './taskgraphWorld';

/** docs/task-graph.md over real HTTP, with a product for all of it. */

const world = {} as TaskGraphWorld;

beforeAll(async () => {
  world.product = await startProduct(['--backends', '2', '--warm-megabytes', '0']);
  world.admin = TaskGraphClient.withToken(world.product.url, world.product.adminToken);
  world.user = await world.admin.newClient('user');
  world.worker = await world.admin.newClient('worker');
});
afterAll(() => world.product?.stop());

describeStates(world);
describeClaims(world);
describeOwners(world);
describeRenders(world);
describeRoutes(world);
