import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { SMALL_JSON } from '@/core/json';
import { TASK_GRAPH_LIMITS, TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { Result } from '@/core/result';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { untilOpen } from '@/platform/redis/redisState';
import { Services, type Service } from '@/platform/service';
import { readJson } from '../http';
import type { Identity } from '../identity';
import type { TokenGuesses } from '../tokenGuesses';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { Storage } from '../storage';
import { Access } from './access';
import { GraphAdmission } from './admission';
import { API_PAGE_POLICY, apiPage } from './apiPage';
import { artifactReadRoutes, artifactWriteRoutes } from './artifactRoutes';
import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import { newestArtifacts } from './artifactList';
import { Artifacts } from './artifacts';
import { choreLoops } from './chores';
import { Creator } from './creator';
import { EventFeed } from './eventFeed';
import { eventRoutes } from './eventRoutes';
import { Forgetting } from './forgetting';
import { graphRoutes } from './graphRoutes';
import { GraphWriter } from './graphWriter';
import { Listing } from './listing';
import { openApiDocument } from './openapi';
import { readOverview, type GraphOverview } from './overview';
import { ownerRoutes } from './ownerRoutes';
import { OwnerStore } from './ownerStore';
import type { Parts } from './parts';
import { readRoutes } from './readRoutes';
import { RenderRunner } from './renderRunner';
import { serveRoutes, speakProblems, type Route } from './route';
import { Scripts } from './scripts';
import { StatsStore } from './stats';
import { TaskReader } from './taskReader';
import { tokenRoutes } from './tokenRoutes';
import { TokenStore } from './tokens';
import { WaitingClaims } from './waitingClaims';
import { workerRoutes } from './workerRoutes';
import { WorkerStore } from './workerStore';

/** The task graphs of one front: puts the parts together, serves /api/v1, runs render tasks (docs/task-graph.md). */

interface TaskGraphsOptions {
  /** For the graphs alone; closed with them. */
  readonly redis: Redis;
  /** Whether Redis can be asked now. */
  readonly isAvailable: () => boolean;
  /** Makes a connection for a blocking connection, which is blocked most of the time. */
  readonly connect: () => Redis;
  readonly blobs: Blobs;
  readonly detachedTasks: DetachedTasks;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly allowedOrigins: readonly string[];
  readonly guesses: TokenGuesses;
  readonly isAdminToken: (token: string) => Promise<boolean>;
  /** Whether these cookies are those of an admin who is signed in on the admin page. */
  readonly isAdminSession: (request: IncomingMessage) => Promise<boolean>;
  readonly countBackends: () => Promise<number>;
  readonly maxDurationSeconds: number;
  readonly version: string;
  readonly leaseSeconds: number;
  readonly log: Log;
}

export class TaskGraphs implements Service {
  readonly tokens: TokenStore;
  private readonly parts: Parts;
  private readonly admission: GraphAdmission;
  private readonly runner: RenderRunner;
  private readonly services: Services;

  constructor(private readonly options: TaskGraphsOptions) {
    const { redis, blobs, log } = options;
    const scripts = new Scripts(redis);
    const workers = new WorkerStore(scripts, options.leaseSeconds * 1000);
    const reader = new TaskReader(redis, blobs);
    const listing = new Listing(redis, reader);
    const feed = new EventFeed(redis, options.connect(), log);
    const owners = new OwnerStore(scripts);
    const artifacts = new Artifacts(blobs, workers, owners);
    const graphs = new GraphWriter(redis, scripts, (task) => artifacts.forget(task));
    this.tokens = new TokenStore(redis, options.isAdminToken);
    this.admission = new GraphAdmission(redis, options.storage);
    this.parts = {
      redis,
      blobs,
      owners,
      workers,
      graphs,
      reader,
      listing,
      feed,
      artifacts,
      log,
      creator: new Creator({ scripts, blobs, owners, graphs, admission: this.admission }),
      claims: new WaitingClaims(workers, feed),
      stats: new StatsStore(redis, listing),
      tokens: this.tokens,
      forgetting: new Forgetting(redis, scripts, artifacts),
    };
    const { detachedTasks, storage, countBackends, maxDurationSeconds } = options;
    this.runner = new RenderRunner({
      parts: this.parts,
      detachedTasks,
      storage,
      countBackends,
      maxDurationSeconds,
      log,
    });
    this.services = new Services(log);
    this.services.add('connection of graphs', { start: () => untilOpen(redis), stop: () => redis.disconnect() });
    this.services.add('events of graphs', feed);
    for (const chore of choreLoops({ ...this.parts, runner: this.runner, isAvailable: options.isAvailable }))
      this.services.add('a chore of graphs', chore);
    this.services.add('renders of graphs', this.runner);
    this.services.add('waiting claims', this.parts.claims);
  }

  /** Before the front listens. */
  serve(routes: FastifyInstance): void {
    const { parts } = this;
    const { log, version } = this.options;
    const access = new Access({ ...this.options, tokens: this.tokens });
    const table = [
      ...ownerRoutes(parts),
      ...workerRoutes(parts),
      ...readRoutes(parts),
      ...graphRoutes(parts),
      ...eventRoutes(parts),
      ...artifactReadRoutes(parts),
      ...tokenRoutes(parts),
    ];
    const written = artifactWriteRoutes(parts);
    void routes.register(
      async (scope) => {
        speakProblems(scope, log);
        const { maxBodyBytes, maxBodyValues: maxValues } = TASK_GRAPH_LIMITS;
        await scope.register(async (json) => {
          json.removeContentTypeParser('text/plain');
          readJson(json, { ...SMALL_JSON, maxValues });
          serveRoutes(json, table, access, this.admission, maxBodyBytes);
        });
        await scope.register(async (bytes) => {
          bytes.removeAllContentTypeParsers();
          bytes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
          serveRoutes(bytes, written, access, this.admission, TASK_GRAPH_ROOM.maxArtifactBytes);
        });
        describe(scope, [...table, ...written], version);
      },
      { prefix: '/api/v1' },
    );
  }

  start(): Promise<void> {
    return this.services.start();
  }

  stop(): Promise<void> {
    return this.services.stop();
  }

  overview(): Promise<GraphOverview> {
    return readOverview(this.options.redis);
  }

  newestArtifacts(): Promise<ArtifactRow[]> {
    return newestArtifacts(this.parts);
  }

  removeArtifact(task: string, file: string): Promise<Result<void>> {
    return this.parts.artifacts.remove('', task, file);
  }
}

/** What needs no credential: how to use the rest. */
function describe(scope: FastifyInstance, table: readonly Route[], version: string): void {
  const document = openApiDocument(table, version);
  const page = apiPage(table, document);
  scope.get('/openapi.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(document),
  );
  scope.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', API_PAGE_POLICY).send(page),
  );
}
