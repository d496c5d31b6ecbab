/**
 * Every key in Redis, in one place. All carry one hash tag, so that they stand in one slot of a cluster and one script
 * may touch several of them.
 */

/** Also BullMQ's prefix: its queues live at `{asy}:<class>:*`. */
export const PREFIX = '{asy}';

const key = (...parts: (string | number)[]) => [PREFIX, ...parts].join(':');

export const KEYS = {
  /** Stream: everything the scheduler must hear of, in order. An entry stays until it has been acted on. */
  incoming: key('incoming'),
  /** String with a lease: the id of the scheduler that leads. Counter: how often the lead has changed. */
  leader: key('scheduler', 'leader'),
  epoch: key('scheduler', 'epoch'),
  /** String: which lead this is, unlike any before, also if the data is older than it was or new. */
  term: key('scheduler', 'term'),
  /** Hash: a task's files by name, and one without a name or contents; gone when the task is over. */
  taskFiles: (id: string) => key('task', id, 'files'),
  /** String: how a detached task has ended. Stream: such ends, by the endpoint that asked. */
  detachedEnd: (id: string) => key('detached', 'end', id),
  detachedEnds: (endpoint: string) => key('detached', endpoint),
  /** Sorted set: ids of ended ones by the time of their end, until what they left is removed. */
  detachedKept: key('detached', 'kept'),
  /** Set: ids of all processes that are there. String with a lease: which version of the data one of them speaks. */
  present: key('present'),
  presence: (id: string) => key('present', id),
  /** String: a backup takes the place of everything; whoever is there ends, and whoever comes waits. */
  restoring: key('restoring'),
  /** A string with a lease each: fronts and workers that are there. Set: ids of the workers. */
  front: (id: string) => key('front', id),
  /** String: which front runs in a place; the one before it is gone. */
  frontIn: (place: string) => key('front', 'in', place),
  workers: key('workers'),
  worker: (id: string) => key('worker', id),
  /** Stream: args of the scheduler and of backends to one front. */
  frontInbox: (id: string) => key('front', id, 'inbox'),
  /** List: permits for one backend. List: other args of the scheduler to its worker. */
  permits: (backend: string) => key('backend', backend, 'permits'),
  workerInbox: (id: string) => key('worker', id, 'inbox'),
  /** String: one file's contents by its hash. Sorted set: hashes by last use. Hash: sizes. Counter: their sum. */
  content: (hash: string) => key('content', hash),
  contentUse: key('contents', 'use'),
  contentSizes: key('contents', 'sizes'),
  contentTotal: key('contents', 'total'),
  /** The renders kept in the blob store. Sorted set: keys by last use. Hash: sizes. Counter: their sum. */
  cacheUse: key('cache', 'use'),
  cacheSizes: key('cache', 'sizes'),
  cacheTotal: key('cache', 'total'),
  /** Hash: the card of a shared link. Sorted sets: all of them by their beginning, and by their end if they have one. */
  link: (id: string) => key('link', id),
  links: key('links'),
  linkExpiry: key('links', 'expiry'),
  /** Hash: bytes that each link has in the blob store. Counter: their sum. */
  linkSizes: key('links', 'sizes'),
  linkTotal: key('links', 'total'),
  /** Hash: reports by id. Sorted set: their ids by time. */
  reports: key('reports'),
  reportOrder: key('reports', 'order'),
  /** Counter with an end: how often somebody did something in this hour. */
  hourly: (what: string, who: string, hour: number) => key('hourly', what, who, hour),
  /** Limits per address and in total: platform/redis/scripts/ledger.lua lists the parts. */
  ledger: (what: string, part: string) => key('ledger', what, part),
  /** List: recent run times of one class, newest first. */
  history: (taskClass: string) => key('history', taskClass),
  /** The parallel request counts: `counts`, `fronts`, `held` and `waiting` of a front, `line` of a type. */
  prc: (...parts: string[]) => key('prc', ...parts),
  /** The jobs of the Periodic server; platform/redis/scripts/periodicState.lua lists what there is. */
  periodic: (...parts: string[]) => key('periodic', ...parts),
  /** What administrators have set (core/admin/control.ts). The queue as its leader sees it (core/admin/queueState.ts). */
  control: key('control'),
  queueState: key('admin', 'queue'),
  /** Streams, the newest kept: decisions of the scheduler, tasks that ended, actions of administrators. */
  decisions: key('admin', 'decisions'),
  ended: key('admin', 'ended'),
  audit: key('admin', 'audit'),
  /**
   * Failed tasks. Stream: their heads. Hash: the rest, by the id of the entry. Counter: the bytes of both. The sources that
   * are kept of them, and parts of the scheduler's journal: sorted sets by time, hashes of sizes, counters of their sums.
   */
  failures: key('failures'),
  failureDetails: key('failures', 'details'),
  failureTotal: key('failures', 'total'),
  failureSources: key('failures', 'sources'),
  failureSourceSizes: key('failures', 'sources', 'sizes'),
  failureSourceTotal: key('failures', 'sources', 'total'),
  journal: key('journal'),
  journalPart: (part: string) => key('journal', 'part', part),
  journalSizes: key('journal', 'sizes'),
  journalTotal: key('journal', 'total'),
  /** List with an end: what the leader answers to a question of an administrator. */
  answer: (id: string) => key('answer', id),
  /** Hashes by id: webhooks, maintenance windows, and what each webhook was told. String with a lease: which front tells. */
  webhooks: key('admin', 'webhooks'),
  quietWindows: key('admin', 'windows'),
  alarmsTold: key('admin', 'alarms-told'),
  alarmTeller: key('admin', 'alarm-teller'),
  /** List: buckets of so many seconds, newest last. */
  series: (widthSeconds: number) => key('admin', 'series', widthSeconds),
  /** Hash: tokens of administrators by their id, hashed. Set of ids whose sessions are signed in. */
  adminTokens: key('admin', 'tokens'),
  adminSessions: key('admin', 'sessions'),
  /** The task graphs; platform/redis/scripts/taskgraphState.lua lists what there is. */
  graph: (...parts: (string | number)[]) => key('graph', ...parts),
  /** Hash: a token of the API by its id, as JSON. Hash: ids by the hash of the token. */
  tokens: key('tokens'),
  tokensByHash: key('tokens', 'by-hash'),
  /** Hash: when a token was last used, by its id, in milliseconds. */
  tokensUsed: key('tokens', 'used'),
  /** String: what signed cookies and sessions before it left Redis; deleted at each start. */
  formerSecret: key('secret'),
} as const;
