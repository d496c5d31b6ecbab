import fastify from 'fastify';
import type { Server } from 'socket.io';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActAnswer } from '@/core/admin/actions';
import type { AskAnswer } from '@/core/admin/questions';
import type { AdminRole } from '@/core/admin/roles';
import { GUESS_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import type { Identity } from '../identity';
import { TokenGuesses } from '../tokenGuesses';
import type { AdminActions } from './adminAction';
import type { FailureStore } from '../queue/failureStore';
import type { AdminQuestions } from './adminQuestion';
import type { AuditLog } from './auditLog';
import { openDownloads } from './downloads';
import { AdminEndpoint } from './endpoint';
import type { Admin, Sessions } from './sessions';
import type { SessionStore } from './sessionStore';
import type { TokenStore } from './tokens';

type Handshake = (socket: FakeSocket, next: (error?: Error) => void) => void;
type Act = (request: unknown, answer: (answer: ActAnswer) => void) => void;

type Ask = (request: unknown, answer: (answer: AskAnswer) => void) => void;

/** One page of the admin, as socket.io shows it. */
class FakeSocket {
  data: { admin?: Admin } = {};
  readonly told: string[] = [];
  readonly conn = { close: () => void this.told.push('broken') };
  readonly request;
  act: Act = () => undefined;
  ask: Ask = () => undefined;

  constructor(cookie: string, origin = 'http://here') {
    this.request = { headers: { cookie, origin, host: 'here' }, socket: {} };
  }

  on(event: string, heard: Act): void {
    if (event === 'act') this.act = heard;
    else this.ask = heard as unknown as Ask;
  }

  emit(event: string): void {
    this.told.push(event);
  }

  async join(): Promise<void> {}

  disconnect(): void {
    this.told.push('disconnected');
  }
}

class World {
  readonly audit: unknown[] = [];
  readonly done: unknown[] = [];
  readonly lines: { err?: { stack?: string } }[] = [];
  /** By cookie. */
  readonly admins = new Map<string, Admin>();
  isRedisAway = false;
  readonly sockets = new Map<string, FakeSocket>();
  readonly routes = fastify();
  readonly endpoint: AdminEndpoint;
  private readonly auditLog = {
    write: async (entry: unknown) => void this.audit.push(entry),
    list: async () => [{ atMs: 0, who: 'Ada', role: 'admin', action: 'sign-in', what: 'a' }],
  } as unknown as AuditLog;
  private handshake: Handshake = () => undefined;
  private connected: (socket: FakeSocket) => void = () => undefined;

  constructor() {
    this.endpoint = new AdminEndpoint({
      identity: { whoIs: () => ({ client: 'c', address: '127.0.0.9' }) } as unknown as Identity,
      sessions: {
        of: async ({ headers }: { headers: { cookie?: string } }) => {
          if (this.isRedisAway) throw new Error('away');
          return this.admins.get(headers.cookie ?? '');
        },
        cookieFor: (id: string) => `session=${id}`,
        read: async (cookie: string | undefined) => this.admins.get(cookie ?? ''),
        noCookie: 'session=',
      } as unknown as Sessions,
      store: {
        open: async (token: string) => `s-${token}`,
        end: async (id: string) => void this.done.push(`ended ${id}`),
      } as unknown as SessionStore,
      tokens: {
        recognise: async (token: string) =>
          token === 'right' ? { id: 't1', name: 'Ada', role: 'admin', createdAtMs: 0 } : undefined,
      } as unknown as TokenStore,
      guesses: new TokenGuesses(),
      audit: this.auditLog,
      panels: {},
      questions: {
        'failure.read': async ({ id }: { id: string }) =>
          id === 'known'
            ? { ok: true, value: { head: 'h' } }
            : { ok: false, failure: { code: 'forbidden', message: 'gone' } },
      } as unknown as AdminQuestions,
      onArrival: () => undefined,
      log: createLog('test', 'warn', { write: (line) => void this.lines.push(JSON.parse(line)) }),
    });
    this.endpoint.setActions({
      'class.pause': async (args: unknown, by: Admin) => {
        this.done.push([by.name, args]);
        return { ok: true, value: { what: 'slow', before: 'running', after: 'paused' } };
      },
      'class.resume': async () => {
        throw new Error('a bug');
      },
    } as unknown as AdminActions);
    this.endpoint.openRoutes(this.routes);
    const admit: AdminEndpoint['admit'] = (request, needed) => this.endpoint.admit(request, needed);
    openDownloads(this.routes, { admit, audit: this.auditLog, failures: {} as FailureStore });
    const namespace = {
      use: (handshake: Handshake) => (this.handshake = handshake),
      on: (_: string, connected: (socket: FakeSocket) => void) => (this.connected = connected),
      sockets: this.sockets,
    };
    this.endpoint.openSockets({ of: () => namespace } as unknown as Server);
  }

  admin(cookie: string, role: AdminRole, token = 't1'): void {
    this.admins.set(cookie, { token, session: `s-${token}`, name: cookie, role });
  }

  /** Why it was refused; undefined if it is in. */
  shake(socket: FakeSocket): Promise<string | undefined> {
    return new Promise((resolve) => {
      socket.conn.close = () => void resolve('broken');
      this.handshake(socket, (error) => {
        if (!error) {
          this.sockets.set(socket.request.headers.cookie, socket);
          this.connected(socket);
        }
        resolve(error?.message);
      });
    });
  }

  async page(cookie: string): Promise<FakeSocket> {
    const socket = new FakeSocket(cookie);
    await this.shake(socket);
    return socket;
  }

  signIn(token: unknown, origin = 'http://here') {
    const headers = { origin, host: 'here' };
    return this.routes.inject({ method: 'POST', url: '/api/admin/session', headers, payload: { token } });
  }
}

const act = (socket: FakeSocket, request: unknown) => new Promise<ActAnswer>((done) => socket.act(request, done));

let world: World;
beforeEach(() => (world = new World()));

describe('signing in', () => {
  it('gives a cookie for a right token, and is in the audit log', async () => {
    const answer = await world.signIn('right');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, 'session=s-t1']);
    expect(world.audit).toEqual([{ who: 'Ada', role: 'admin', action: 'sign-in', what: '127.0.0.9' }]);
  });

  it('is refused with a wrong one, and after too many with any', async () => {
    for (let i = 0; i < GUESS_LIMITS.wrongTokens; i += 1)
      expect((await world.signIn(`wrong ${i}`)).statusCode).toBe(401);
    const held = await world.signIn('right');
    expect([held.statusCode, held.headers['retry-after']]).toEqual([429, String(GUESS_LIMITS.firstHoldSeconds)]);
    expect(JSON.stringify(world.audit)).not.toContain('wrong 1');
  });

  it('is for our own pages, and for JSON with a token', async () => {
    expect((await world.signIn('right', 'http://elsewhere')).statusCode).toBe(403);
    for (const token of [7, '', 'x'.repeat(257), undefined]) expect((await world.signIn(token)).statusCode).toBe(400);
  });

  it('ends with the session itself when somebody signs out', async () => {
    world.admin('ada', 'admin');
    const headers = { cookie: 'ada', origin: 'http://here', host: 'here' };
    const answer = await world.routes.inject({ method: 'DELETE', url: '/api/admin/session', headers });
    expect([answer.statusCode, world.done]).toEqual([200, ['ended s-t1']]);
  });

  it('lets admins export the audit log, and nobody else; that is in it, too', async () => {
    world.admin('ada', 'admin');
    world.admin('bob', 'operator');
    const ask = (cookie: string) => world.routes.inject({ url: '/api/admin/audit.csv', headers: { cookie } });
    const answer = await ask('ada');
    expect([answer.statusCode, answer.body.split('\r\n')[1]]).toEqual([
      200,
      '1970-01-01T00:00:00.000Z,Ada,admin,sign-in,a,,,',
    ]);
    expect(world.audit).toMatchObject([{ action: 'audit.export', who: 'ada' }]);
    expect([(await ask('bob')).statusCode, (await ask('')).statusCode]).toEqual([403, 403]);
  });
});

describe('a page of the admin', () => {
  it('is let in with a session, from our own origin', async () => {
    world.admin('ada', 'viewer');
    expect(await world.shake(new FakeSocket('ada'))).toBeUndefined();
    expect(await world.shake(new FakeSocket('ada', 'http://elsewhere'))).toBe('Only our own pages may do this.');
    expect(await world.shake(new FakeSocket('nobody'))).toBe('Sign in with a token.');
  });

  it('is not signed out because Redis is away: the connection breaks, and the page tries again', async () => {
    world.isRedisAway = true;
    expect(await world.shake(new FakeSocket('ada'))).toBe('broken');
  });

  it('runs an action that its role may, and the log says what changed', async () => {
    world.admin('ada', 'operator');
    const answer = await act(await world.page('ada'), { action: 'class.pause', args: { class: 'slow' } });
    expect(answer.ok).toBe(true);
    expect(world.done).toEqual([['ada', { class: 'slow' }]]);
    const entry = {
      who: 'ada',
      role: 'operator',
      action: 'class.pause',
      what: 'slow',
      before: 'running',
      after: 'paused',
    };
    expect(world.audit).toEqual([entry]);
  });

  it('is refused what its role may not, and that is in the log, too', async () => {
    world.admin('eve', 'viewer');
    const answer = await act(await world.page('eve'), { action: 'class.pause', args: { class: 'slow' } });
    expect(answer).toMatchObject({ ok: false, reason: { code: 'needs-role' } });
    expect(world.done).toEqual([]);
    expect(world.audit).toMatchObject([
      { who: 'eve', action: 'class.pause', refused: expect.stringContaining('role') },
    ]);
  });

  it('is told of what is not understood, and of what failed, with its stack in the log', async () => {
    world.admin('ada', 'admin');
    const socket = await world.page('ada');
    for (const request of [undefined, {}, { action: 'toString', args: {} }, { action: 'class.pause', args: {} }])
      expect((await act(socket, request)).ok, JSON.stringify(request)).toBe(false);
    const failed = await act(socket, { action: 'class.resume', args: { class: 'slow' } });
    expect(failed).toMatchObject({ ok: false, reason: { code: 'failed' } });
    expect(world.lines[0]?.err?.stack).toContain('endpoint.test');
  });

  it('is answered what its role may ask, and told why not', async () => {
    world.admin('ada', 'operator');
    world.admin('vi', 'viewer');
    const ask = (socket: FakeSocket, request: unknown) => new Promise<AskAnswer>((done) => socket.ask(request, done));
    const [ada, vi] = [await world.page('ada'), await world.page('vi')];
    const known = { question: 'failure.read', args: { id: 'known' } };
    expect(await ask(ada, known)).toEqual({ ok: true, reply: { head: 'h' } });
    expect(await ask(ada, { ...known, args: { id: 'other' } })).toMatchObject({ ok: false, error: 'gone' });
    expect(await ask(vi, known)).toMatchObject({ reason: { code: 'needs-role' } });
    for (const request of [7, { question: 'nothing' }, { ...known, args: { id: 7 } }])
      expect((await ask(ada, request)).ok).toBe(false);
    expect(world.audit).toEqual([]);
  });

  it('ends with its session: at the next action, and when its token is revoked', async () => {
    world.admin('ada', 'admin');
    world.admin('bob', 'admin', 't2');
    const [ada, bob] = [await world.page('ada'), await world.page('bob')];
    world.endpoint.signOut(({ token }) => token === 't2');
    expect(bob.told).toEqual(expect.arrayContaining(['ended', 'disconnected']));
    expect(ada.told).not.toContain('ended');
    world.admins.delete('ada');
    expect(await act(ada, { action: 'class.pause', args: { class: 'slow' } })).toMatchObject({
      reason: { code: 'session-ended' },
    });
    expect(ada.told).toContain('disconnected');
  });
});
