import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AdminRole } from '@/core/admin/roles';
import type { TokenStore } from './tokens';
import { COOKIE_PATH } from '@/core/basePath';
import type { SignedIn } from '../proxySignIn';

/**
 * A signed-in administrator: somebody whom a trusted proxy names, or a cookie with the id of their token and an end, signed with the secret that all fronts
 * share. The role is looked up with every use, so that a token that was revoked or changed works nowhere any more.
 *
 * The cookie is HttpOnly and SameSite=Strict: no script reads it and no other site's request carries it.
 */

export interface Admin {
  readonly token: string;
  readonly name: string;
  readonly role: AdminRole;
}

const COOKIE = 'asyground-admin';
const SESSION_SECONDS = 12 * 3600;

export class Sessions {
  constructor(
    private readonly secret: Buffer,
    private readonly store: TokenStore,
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

  cookieFor(token: string, nowMs = Date.now()): string {
    const value = `${token}.${nowMs + SESSION_SECONDS * 1000}`;
    return this.cookie(`${value}.${this.sign(value)}`, SESSION_SECONDS);
  }

  get noCookie(): string {
    return this.cookie('', 0);
  }

  async read(cookies: string | undefined, nowMs = Date.now()): Promise<Admin | undefined> {
    const value = cookies
      ?.split(/;\s*/)
      .find((pair) => pair.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1);
    const [token, ends, signature] = value?.split('.') ?? [];
    if (token === undefined || ends === undefined || signature === undefined || Number(ends) < nowMs) return undefined;
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.sign(`${token}.${ends}`))];
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const found = await this.store.find(token);
    return found && { token, name: found.name, role: found.role };
  }

  private cookie(value: string, seconds: number): string {
    return `${COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${this.secure ? '; Secure' : ''}`;
  }

  private sign(value: string): string {
    return createHmac('sha256', this.secret).update(`admin:${value}`).digest('base64url');
  }
}
