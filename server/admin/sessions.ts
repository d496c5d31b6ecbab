import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AdminRole } from '@/core/admin/roles';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import type { SessionStore } from './sessionStore';
import type { TokenStore } from './tokens';
import { COOKIE_PATH } from '@/core/basePath';
import type { SignedIn } from '../proxySignIn';

/**
 * A signed-in administrator: somebody whom a trusted proxy names, or a cookie with the id of their session, signed with
 * the secret that all fronts share. Session and role are looked up with every use, so that a session that was ended, and a
 * token that was revoked or changed, work nowhere any more.
 *
 * The cookie is HttpOnly and SameSite=Strict: no script reads it and no other site's request carries it.
 */

export interface Admin {
  readonly token: string;
  /** Absent: a proxy has signed them in. */
  readonly session?: string;
  readonly name: string;
  readonly role: AdminRole;
}

const COOKIE = 'asyground-admin';

export class Sessions {
  constructor(
    private readonly secret: Buffer,
    private readonly tokens: Pick<TokenStore, 'find'>,
    private readonly store: Pick<SessionStore, 'use'>,
    private readonly secure: boolean,
    /** Whom a proxy has signed in, with the role that the settings give them. */
    private readonly personIn: (request: IncomingMessage) => SignedIn | undefined = () => undefined,
  ) {}

  /** By the cookie, else by what the proxy says. */
  async of(request: IncomingMessage): Promise<Admin | undefined> {
    const admin = await this.read(request.headers.cookie);
    if (admin) return admin;
    const { name, role } = this.personIn(request) ?? {};
    return name === undefined || role === undefined ? undefined : { token: `proxy:${name}`, name, role };
  }

  cookieFor(session: string): string {
    return this.cookie(`${session}.${this.sign(session)}`, ADMIN_LIMITS.sessionSeconds);
  }

  get noCookie(): string {
    return this.cookie('', 0);
  }

  async read(cookies: string | undefined): Promise<Admin | undefined> {
    const value = cookies
      ?.split(/;\s*/)
      .find((pair) => pair.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1);
    const [session, signature] = value?.split('.') ?? [];
    if (session === undefined || signature === undefined) return undefined;
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.sign(session))];
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const token = await this.store.use(session);
    const found = token === undefined ? undefined : await this.tokens.find(token);
    return found && { token: found.id, session, name: found.name, role: found.role };
  }

  private cookie(value: string, seconds: number): string {
    return `${COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${this.secure ? '; Secure' : ''}`;
  }

  private sign(value: string): string {
    return createHmac('sha256', this.secret).update(`admin:${value}`).digest('base64url');
  }
}
