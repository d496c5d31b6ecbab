import type { Redis } from 'ioredis';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import type { Artifacts } from './artifacts';
import type { Creator } from './creator';
import type { EventFeed } from './eventFeed';
import type { Forgetting } from './forgetting';
import type { GraphWriter } from './graphWriter';
import type { Listing } from './listing';
import type { OwnerStore } from './ownerStore';
import type { StatsStore } from './stats';
import type { TaskReader } from './taskReader';
import type { TokenStore } from './tokens';
import type { WaitingClaims } from './waitingClaims';
import type { WorkerStore } from './workerStore';

/** What the routes stand on. */
export interface Parts {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly owners: OwnerStore;
  readonly workers: WorkerStore;
  readonly graphs: GraphWriter;
  readonly creator: Creator;
  readonly reader: TaskReader;
  readonly listing: Listing;
  readonly feed: EventFeed;
  readonly claims: WaitingClaims;
  readonly stats: StatsStore;
  readonly tokens: TokenStore;
  readonly artifacts: Artifacts;
  readonly forgetting: Forgetting;
  readonly log: Log;
}
