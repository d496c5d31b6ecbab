import type { IncomingMessage } from 'node:http';
import { mayAct, type AdminRole } from '@/core/admin/roles';
import { AddressList } from '@/platform/addressList';
import type { Config } from '@/platform/config/config';
import type { Refusal } from './edge';
import { plainAddress } from './identity';

/**
 * People whom a proxy has signed in (docs/proxy-sign-in.md): it names them, and their groups, in headers. These are
 * believed from a trusted proxy only, and refused from anybody else: whoever can reach us past the proxy could be anyone.
 */

type ProxyConfig = Pick<Config, 'trustedProxies' | 'proxyUserHeader' | 'proxyGroupsHeader' | 'proxyRoles'>;
type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/** A list where one name is meant, or what cannot be shown, is no name. */
const NAME = /^[^\s\p{C},;"@](?:[^\p{C},;"]{0,126}[^\s\p{C},;"])?$/u;
const GROUP_MARK = '@';

export interface SignedIn {
  readonly name: string;
  readonly role: AdminRole | undefined;
}

export class ProxySignIn {
  private readonly user: string | undefined;
  private readonly groups: string | undefined;
  private readonly proxies: AddressList;
  /** Of people, and of groups under `@name`. */
  private readonly roles: ReadonlyMap<string, AdminRole>;

  constructor(config: ProxyConfig, roles: ReadonlyMap<string, AdminRole>) {
    this.user = config.proxyUserHeader?.toLowerCase();
    this.groups = config.proxyGroupsHeader?.toLowerCase();
    this.proxies = new AddressList(config.trustedProxies);
    this.roles = roles;
  }

  /** Of a request that names somebody and may not, or names nobody that can be. */
  judge(request: Asked): Refusal | undefined {
    const headers = [this.user, this.groups].filter((name) => name !== undefined);
    const sent = headers.find((name) => request.headers[name] !== undefined);
    if (sent === undefined) return undefined;
    if (!this.comesFromProxy(request))
      return { status: 403, words: `The header ${sent} is only taken from the proxy that signs people in.` };
    const isNamed = this.user === undefined || [undefined, ''].includes(this.headerOf(request, this.user));
    return isNamed || this.personIn(request) !== undefined
      ? undefined
      : { status: 400, words: `The header ${this.user} holds no name.` };
  }

  /** Undefined: nobody is signed in by a proxy. */
  personIn(request: Asked): SignedIn | undefined {
    if (this.user === undefined || !this.comesFromProxy(request)) return undefined;
    const name = this.headerOf(request, this.user);
    if (name === undefined || !NAME.test(name)) return undefined;
    return { name, role: this.roleOf(name, this.groupsOf(request)) };
  }

  private groupsOf(request: Asked): string[] {
    const text = this.groups === undefined ? '' : (this.headerOf(request, this.groups) ?? '');
    return text.split(/[,;|]/).map((group) => `${GROUP_MARK}${group.trim()}`);
  }

  /** The one that may most. */
  private roleOf(name: string, groups: readonly string[]): AdminRole | undefined {
    const found = [name, ...groups].map((one) => this.roles.get(one)).filter((role) => role !== undefined);
    return found.reduce<AdminRole | undefined>((best, role) => (best && mayAct(best, role) ? best : role), undefined);
  }

  private comesFromProxy({ socket }: Asked): boolean {
    return this.proxies.has(plainAddress(socket.remoteAddress ?? ''));
  }

  private headerOf({ headers }: Asked, name: string): string | undefined {
    const value = headers[name];
    return value === undefined ? undefined : readText(String(value)).trim();
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node reads headers as Latin-1, and proxies write names in UTF-8. */
function readText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
