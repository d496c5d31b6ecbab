import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Namespace, Server as SocketServer, Socket } from 'socket.io';
import { z } from 'zod';
import { ADMIN_NAMESPACE, actRequest, askRequest, type AdminToServer, type ServerToAdmin } from '@/core/admin/admin';
import { ADMIN_ACTIONS, isActionName, type ActAnswer } from '@/core/admin/actions';
import { ADMIN_QUESTIONS, isQuestionName, type AskAnswer } from '@/core/admin/questions';
import { mayAct, type AdminRole } from '@/core/admin/roles';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { Service } from '@/platform/service';
import type { Identity } from '../identity';
import { isAllowedOrigin } from '../origin';
import type { AuditLog } from './auditLog';
import { Hub, type Panel } from './hub';
import { runQuestion, type AdminQuestions } from './adminQuestion';
import { runAction, type AdminActions } from './adminAction';
import { guessText, type TokenGuesses } from '../tokenGuesses';
import type { Admin, Sessions } from './sessions';
import type { SessionStore } from './sessionStore';
import type { TokenStore } from './tokens';

/**
 * The admin's endpoint: sign-in over HTTP, everything else over socket.io in a namespace of its own. The session is looked
 * at in the handshake and again with every action, and each action asks for its role.
 */

interface AdminEndpointOptions {
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly store: SessionStore;
  readonly tokens: TokenStore;
  readonly guesses: TokenGuesses;
  readonly audit: AuditLog;
  readonly panels: Readonly<Record<string, Panel>>;
  readonly questions: AdminQuestions;
  /** Somebody is here, and may ask soon. */
  readonly onArrival: () => void;
  readonly log: Log;
}

type AdminSocket = Socket<AdminToServer, ServerToAdmin, Record<string, never>, { admin: Admin }>;
type AdminNamespace = Namespace<AdminToServer, ServerToAdmin, Record<string, never>, { admin: Admin }>;

const CHECK_MS = 5000;
const signIn = z.object({ token: z.string().min(1).max(256) });

export class AdminEndpoint implements Service {
  private readonly hub: Hub;
  private actions: AdminActions | undefined;
  private namespace: AdminNamespace | undefined;
  private readonly checking: Loop;

  constructor(private readonly options: AdminEndpointOptions) {
    this.hub = new Hub({
      panels: options.panels,
      isWatched: () => (this.namespace?.sockets.size ?? 0) > 0,
      tell: (role, patch, atMs) => this.namespace?.to(role).emit('change', { patch, atMs }),
      log: options.log,
    });
    const { log } = options;
    const runOnce = () => this.checkSessions();
    this.checking = new Loop({ what: 'looking at sessions', everyMs: CHECK_MS, runOnce, log });
  }

  setActions(actions: AdminActions): void {
    this.actions = actions;
  }

  /** Whoever asks over HTTP; undefined if they may not. */
  async admit(request: IncomingMessage, needed: AdminRole): Promise<Admin | undefined> {
    const admin = await this.options.sessions.of(request);
    return admin && mayAct(admin.role, needed) ? admin : undefined;
  }

  openRoutes(routes: FastifyInstance): void {
    const { sessions, store, identity, tokens, audit, guesses } = this.options;
    routes.addHook('onRequest', async (request, reply) => {
      // What the router has matched: an address can be written in many ways.
      if (!request.routeOptions.url?.startsWith('/api/admin/') || request.method === 'GET') return;
      if (!isAllowedOrigin(request.raw, [])) await reply.code(403).send({ error: 'Only our own pages may do this.' });
    });
    routes.post('/api/admin/session', async (request, reply) => {
      const { address } = identity.whoIs(request.raw);
      const parsed = signIn.safeParse(request.body);
      if (!parsed.success) return reply.code(400).send({ error: 'A sign-in is JSON {"token": "…"}.' });
      const { token } = parsed.data;
      const looked = await guesses.check(address, token, () => tokens.recognise(token));
      if (!looked.ok) {
        const { retryAfterSeconds } = looked;
        return reply
          .code(429)
          .header('retry-after', retryAfterSeconds)
          .send({ error: guessText(retryAfterSeconds) });
      }
      const found = looked.found;
      if (!found) {
        await audit.write({ who: address, role: '-', action: 'sign-in', what: address, refused: 'unknown token' });
        return reply.code(401).send({ error: 'Unknown token.' });
      }
      await audit.write({ who: found.name, role: found.role, action: 'sign-in', what: address });
      const browser = request.headers['user-agent'] ?? '';
      const session = await store.open(found.id, { address, browser });
      return reply.header('set-cookie', sessions.cookieFor(session)).send({ name: found.name, role: found.role });
    });
    routes.get('/api/admin/session', async (request, reply) => {
      const admin = await sessions.of(request.raw);
      if (!admin) return reply.code(401).send({ error: 'Sign in with a token.' });
      return reply.header('cache-control', 'no-store').send({ name: admin.name, role: admin.role });
    });
    routes.delete('/api/admin/session', async (request, reply) => {
      const admin = await sessions.read(request.headers.cookie);
      if (admin?.session !== undefined) {
        await store.end(admin.session);
        const { address } = identity.whoIs(request.raw);
        const { name: who, role } = admin;
        await audit.write({ who, role, action: 'sign-out', what: address, before: 'signed in', after: 'ended' });
      }
      return reply.header('set-cookie', sessions.noCookie).send({ signedOut: true });
    });
  }

  openSockets(io: SocketServer): void {
    const namespace = io.of(ADMIN_NAMESPACE) as unknown as AdminNamespace;
    this.namespace = namespace;
    namespace.use((socket, next) => {
      // Origins that may render are not for that allowed in here.
      if (!isAllowedOrigin(socket.request, [])) return next(new Error('Only our own pages may do this.'));
      this.options.sessions.of(socket.request).then(
        (admin) => {
          if (!admin) return next(new Error('Sign in with a token.'));
          socket.data.admin = admin;
          next();
        },
        // Redis is away. A refusal would sign the page out; a broken connection is tried again.
        () => socket.conn.close(),
      );
    });
    namespace.on('connection', (socket) => void this.accept(socket));
  }

  /** Those of whom this is true are not signed in any more. */
  signOut(isGone: (admin: Admin) => boolean): void {
    for (const socket of this.namespace?.sockets.values() ?? []) if (isGone(socket.data.admin)) end(socket);
  }

  start(): void {
    this.hub.start();
    this.checking.start();
  }

  async stop(): Promise<void> {
    await this.hub.stop();
    await this.checking.stop();
  }

  private async accept(socket: AdminSocket): Promise<void> {
    const { role, name } = socket.data.admin;
    this.options.onArrival();
    socket.on('act', (request, answer) => {
      if (typeof answer !== 'function') return;
      this.act(socket, request).then(answer, (error: unknown) => {
        this.options.log.error({ err: error }, 'an action failed');
        answer({ ok: false, error: 'Action failed. See the front’s log.', reason: { code: 'failed' } });
      });
    });
    socket.on('ask', (request, answer) => {
      if (typeof answer !== 'function') return;
      this.ask(socket, request).then(answer, (error: unknown) => {
        this.options.log.error({ err: error }, 'a question was not answered');
        answer({ ok: false, error: 'Action failed. See the front’s log.', reason: { code: 'failed' } });
      });
    });
    const panels = await this.hub.snapshot(role);
    socket.emit('snapshot', { panels, role, name, atMs: Date.now() });
    await socket.join(role);
  }

  private async ask(socket: AdminSocket, request: unknown): Promise<AskAnswer> {
    const parsed = askRequest.safeParse(request);
    if (!parsed.success || !isQuestionName(parsed.data.question))
      return { ok: false, error: 'A question is {"question": …, "args": …}.' };
    const { question, args } = parsed.data;
    const { role } = ADMIN_QUESTIONS[question];
    // The role is that of the handshake, which is looked at again every few seconds: nothing is changed here.
    const own = socket.data.admin.role;
    if (!mayAct(own, role)) {
      const error = `This needs the role ${role}; yours is ${own}.`;
      return { ok: false, error, reason: { code: 'needs-role', values: { needed: role, own } } };
    }
    return runQuestion(this.options.questions, question, args);
  }

  private async act(socket: AdminSocket, request: unknown): Promise<ActAnswer> {
    const { sessions, audit } = this.options;
    const parsed = actRequest.safeParse(request);
    if (!parsed.success) return { ok: false, error: 'An action is {"action": …, "args": …}.' };
    const admin = await sessions.of(socket.request);
    if (!admin) {
      end(socket);
      return { ok: false, error: 'Your session has expired. Sign in again.', reason: { code: 'session-ended' } };
    }
    const { action: name, args } = parsed.data;
    if (!this.actions || !isActionName(name)) return { ok: false, error: `There is no action ${name}.` };
    const { role } = ADMIN_ACTIONS[name];
    const by = { who: admin.name, role: admin.role, action: name };
    if (!mayAct(admin.role, role)) {
      const refused = `This needs the role ${role}; yours is ${admin.role}.`;
      await audit.write({ ...by, what: '', refused });
      const values = { needed: role, own: admin.role };
      return { ok: false, error: refused, reason: { code: 'needs-role', values } };
    }
    const done = await runAction(this.actions, name, args, admin);
    if (!done.ok) {
      const { message } = done.failure;
      await audit.write({ ...by, what: '', refused: message });
      return { ok: false, error: message, reason: done.reason };
    }
    const { shown, ...told } = done.value;
    await audit.write({ ...by, ...told });
    return { ok: true, shown };
  }

  /** A token may have been revoked at another front. */
  private async checkSessions(): Promise<void> {
    for (const socket of this.namespace?.sockets.values() ?? []) {
      const admin = await this.options.sessions.of(socket.request);
      if (!admin || admin.role !== socket.data.admin.role) end(socket);
    }
  }
}

function end(socket: AdminSocket): void {
  socket.emit('ended');
  socket.disconnect(true);
}
