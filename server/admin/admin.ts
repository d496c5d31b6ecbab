import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Server as SocketServer } from 'socket.io';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import type { Service } from '@/platform/service';
import type { Health } from '../health';
import type { Identity } from '../identity';
import type { TokenGuesses } from '../tokenGuesses';
import { AlarmTeller } from './alarmTeller';
import { AuditLog } from './auditLog';
import type { ControlStore } from './controlStore';
import { AdminEndpoint } from './endpoint';
import { adminQuestions } from './adminQuestion';
import { openDownloads } from './downloads';
import { failureActions } from './failureActions';
import { FailureIndex } from './failureIndex';
import { firstToken } from './firstToken';
import { systemActions } from './systemActions';
import type { PanelSet } from './hub';
import type { AdminActions } from './adminAction';
import { Leader } from './leader';
import { systemPanels } from './panels';
import { queueActions } from './queueActions';
import { Sessions } from './sessions';
import { SessionStore } from './sessionStore';
import { webhookActions } from './webhookActions';
import { WebhookDelivery } from './webhookDelivery';
import { WebhookStore } from './webhookStore';
import { TokenStore } from './tokens';
import type { DetachedTasks } from '../queue/detachedTasks';
import { FailureStore } from '../queue/failureStore';
import type { ProxySignIn } from '../proxySignIn';

/** The admin side of a front, put together. Other endpoints bring panels and actions of their own. */

type OwnActions = ReturnType<typeof queueActions> &
  ReturnType<typeof systemActions> &
  ReturnType<typeof failureActions> &
  ReturnType<typeof webhookActions>;
/** What the other endpoints have to bring. */
export type EndpointActions = Omit<AdminActions, keyof OwnActions>;
export type EndpointPanels = Omit<PanelSet, keyof ReturnType<typeof systemPanels>>;

interface AdminOptions {
  readonly redis: Redis;
  readonly redisUrl: string;
  readonly secret: Buffer;
  readonly config: Config;
  readonly dataFolder: string;
  readonly identity: Identity;
  readonly guesses: TokenGuesses;
  readonly signIn: ProxySignIn;
  readonly blobs: Blobs;
  readonly detachedTasks: DetachedTasks;
  readonly controls: ControlStore;
  readonly readHealth: () => Promise<Health>;
  readonly panels: EndpointPanels;
  readonly actions: EndpointActions;
  readonly log: Log;
}

export class AdminSide implements Service {
  private readonly tokens: TokenStore;
  private readonly sessions: Sessions;
  private readonly endpoint: AdminEndpoint;
  private readonly audit: AuditLog;
  private readonly failures: FailureStore;
  private readonly index: FailureIndex;
  private readonly delivery: WebhookDelivery;
  private readonly teller: AlarmTeller;

  constructor(private readonly options: AdminOptions) {
    const { redis, secret, config, identity, guesses, controls, readHealth, log } = options;
    const tokens = new TokenStore(redis);
    const audit = new AuditLog(redis);
    const isSecure = config.publicUrl?.startsWith('https:') ?? false;
    const store = new SessionStore(redis, tokens);
    const sessions = new Sessions(secret, tokens, store, isSecure, (request) => options.signIn.personIn(request));
    this.sessions = sessions;
    this.failures = new FailureStore(redis);
    const webhooks = new WebhookStore(redis, secret);
    this.delivery = new WebhookDelivery({ redis, redisUrl: options.redisUrl, store: webhooks, log });
    this.teller = new AlarmTeller({
      ...{ redis, store: webhooks, delivery: this.delivery, readHealth, source: config.publicUrl, log },
      isMaintained: () => controls.current.maintenance !== undefined,
    });
    const panels = {
      ...systemPanels({
        ...{ redis, controls, audit, tokens, sessions: store, failures: this.failures, readHealth },
        ...{ webhooks, delivery: this.delivery },
      }),
      ...options.panels,
    };
    this.tokens = tokens;
    const leader = new Leader(redis);
    this.index = new FailureIndex(this.failures);
    const questions = adminQuestions({ index: this.index, store: this.failures, leader });
    this.endpoint = new AdminEndpoint({
      ...{ identity, guesses, sessions, store, tokens, audit, panels, questions, log },
      onArrival: () => this.index.warm(),
    });
    this.audit = audit;
    this.endpoint.setActions({
      ...queueActions(redis, options.blobs, controls, leader),
      ...failureActions({ store: this.failures, blobs: options.blobs, detachedTasks: options.detachedTasks }),
      ...systemActions({ controls, tokens, sessions: store, onEnded: (isGone) => this.endpoint.signOut(isGone) }),
      ...webhookActions(webhooks, this.delivery, config.publicUrl),
      ...options.actions,
    });
  }

  openRoutes(routes: FastifyInstance): void {
    this.endpoint.openRoutes(routes);
    const admit: AdminEndpoint['admit'] = (request, needed) => this.endpoint.admit(request, needed);
    openDownloads(routes, { admit, audit: this.audit, failures: this.failures });
  }

  openSockets(io: SocketServer): void {
    this.endpoint.openSockets(io);
  }

  /** To be printed at the start, if this machine has it. */
  firstToken(): Promise<string | undefined> {
    return firstToken(this.tokens, this.options.config.adminToken, this.options.dataFolder);
  }

  /** Whether a token opens everything, for the other endpoints that ask for one. */
  async isAdminToken(token: string): Promise<boolean> {
    return (await this.tokens.recognise(token))?.role === 'admin';
  }

  /** The same of somebody who is signed in. */
  async isAdminSession(request: IncomingMessage): Promise<boolean> {
    return (await this.sessions.of(request))?.role === 'admin';
  }

  start(): void {
    this.delivery.start();
    this.teller.start();
    this.endpoint.start();
  }

  async stop(): Promise<void> {
    this.index.stop();
    await this.teller.stop();
    await this.delivery.stop();
    await this.endpoint.stop();
  }
}
