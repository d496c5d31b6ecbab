import type { Product } from './product';
import type { TaskGraphClient } from './taskgraphClient';

/** What the suites about task graphs share: one product, and a client of each role. */
export interface TaskGraphWorld {
  product: Product;
  admin: TaskGraphClient;
  user: TaskGraphClient;
  worker: TaskGraphClient;
}
