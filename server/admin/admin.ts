import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Server as SocketServer } from 'socket.io';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import type { Health } from '../health';
import type { Identity } from '../identity';
import type { TokenGuesses } from '../tokenGuesses';
import { AuditLog } from './auditLog';
import type { ControlDesk } from './controlDesk';
import { AdminDoor } from './door';
import { firstToken } from './firstToken';
import { houseLevers } from './houseLevers';
import type { Panel } from './hub';
import type { Levers } from './lever';
import { housePanels } from './panels';
import { queueLevers } from './queueLevers';
import { Sessions } from './sessions';
import { TokenBook } from './tokens';

/** The admin side of a front, put together. Other doors bring panels and levers of their own. */

export interface AdminOptions {
  readonly redis: Redis;
  readonly secret: Buffer;
  readonly config: Config;
  readonly dataFolder: string;
  readonly identity: Identity;
  readonly guesses: TokenGuesses;
  readonly blobs: Blobs;
  readonly desk: ControlDesk;
  readonly readHealth: () => Promise<Health>;
  readonly panels: Readonly<Record<string, Panel>>;
  readonly levers: Levers;
  readonly log: Log;
}

export class AdminSide {
  private readonly tokens: TokenBook;
  private readonly sessions: Sessions;
  private readonly door: AdminDoor;

  constructor(private readonly options: AdminOptions) {
    const { redis, secret, config, identity, guesses, desk, readHealth, log } = options;
    const tokens = new TokenBook(redis);
    const audit = new AuditLog(redis);
    const sessions = new Sessions(secret, tokens, config.publicUrl?.startsWith('https:') ?? false);
    this.sessions = sessions;
    const panels = { ...housePanels({ redis, desk, audit, tokens, readHealth }), ...options.panels };
    this.tokens = tokens;
    this.door = new AdminDoor({ identity, guesses, sessions, tokens, audit, panels, log });
    this.door.setLevers({
      ...queueLevers(redis, options.blobs, desk),
      ...houseLevers({ desk, tokens, onRevoked: (token) => this.door.signOut(token) }),
      ...options.levers,
    });
  }

  openRoutes(routes: FastifyInstance): void {
    this.door.openRoutes(routes);
  }

  openSockets(io: SocketServer): void {
    this.door.openSockets(io);
  }

  /** To be printed at the start, if this machine has it. */
  firstToken(): Promise<string | undefined> {
    return firstToken(this.tokens, this.options.config.adminToken, this.options.dataFolder);
  }

  /** Whether a token opens everything, for the other doors that ask for one. */
  async isAdminToken(token: string): Promise<boolean> {
    return (await this.tokens.recognise(token))?.role === 'admin';
  }

  /** The same of somebody who is signed in, by their cookies. */
  async isAdminSession(cookies: string | undefined): Promise<boolean> {
    return (await this.sessions.read(cookies))?.role === 'admin';
  }

  close(): void {
    this.door.close();
  }
}
