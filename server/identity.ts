import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Who } from './queue/tasks';
import { COOKIE_PATH } from '@/core/basePath';
import type { AddressList } from '@/platform/addressList';

/**
 * Who a request comes from, as fairness counts it (docs/queue.md, 9): whoever a proxy has signed in, else an anonymous
 * signed cookie, or without one the address. The cookie says nothing about the person; its signature only keeps anyone from being a thousand clients.
 */

const COOKIE = 'asyground-client';
/** What proxies add. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-original-.*|x-envoy-.*|cf-.*|.*-client-ip|.*-connecting-ip)$/;
/** What a program on this machine calls it. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const COOKIE_SECONDS = 365 * 24 * 3600;

export class Identity {
  constructor(
    private readonly secret: Buffer,
    private readonly trustedProxies: AddressList,
    /** Whom a proxy has signed in. */
    private readonly personIn: (request: IncomingMessage) => { readonly name: string } | undefined = () => undefined,
  ) {}

  whoIs(request: IncomingMessage): Who {
    const { client, address } = this.strangerOf(request);
    const person = this.personIn(request);
    if (person) return { client: `user:${person.name}`, address };
    return { client: this.readCookie(request.headers.cookie) ?? client, address };
  }

  /** The same without the cookie: a page of another site is nobody that we know, whatever its browser sends along. */
  strangerOf(request: IncomingMessage): Who {
    const address = this.addressOf(request);
    return { client: `address:${address}`, address };
  }

  /** The header that gives a new visitor their cookie; undefined for one who has it. */
  newCookie(request: IncomingMessage, secure: boolean): string | undefined {
    if (this.readCookie(request.headers.cookie) !== undefined) return undefined;
    const id = randomBytes(12).toString('base64url');
    return `${COOKIE}=${id}.${this.sign(id)}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  private readCookie(header: string | undefined): string | undefined {
    const value = header
      ?.split(/;\s*/)
      .find((pair) => pair.startsWith(`${COOKIE}=`))
      ?.slice(COOKIE.length + 1);
    const [id, signature] = value?.split('.') ?? [];
    if (id === undefined || signature === undefined) return undefined;
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.sign(id))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? `cookie:${id}` : undefined;
  }

  /** The nearest address that is not a trusted proxy; of IPv6 the network, since a household has one. */
  private addressOf(request: IncomingMessage): string {
    const direct = plainAddress(request.socket.remoteAddress ?? 'unknown');
    if (!this.trustedProxies.has(direct)) return network(direct);
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => plainAddress(part.trim()));
    const client = forwarded.reverse().find((address) => address !== '' && !this.trustedProxies.has(address));
    return network(client ?? direct);
  }

  /**
   * A program on this machine asks, for itself: nothing was passed on by a proxy. One that adds no headers keeps the name
   * that was asked for, or speaks HTTP/1.0, as nginx does if nobody says otherwise.
   */
  isLocal({ socket, headers, httpVersion }: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>): boolean {
    const direct = plainAddress(socket.remoteAddress ?? 'unknown');
    const isOfThisMachine = (direct === '::1' || direct.startsWith('127.')) && !this.trustedProxies.has(direct);
    const isPassedOn = httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
    return isOfThisMachine && !isPassedOn && LOCAL_HOST.test(headers.host ?? '');
  }

  private sign(id: string): string {
    return createHmac('sha256', this.secret).update(`client:${id}`).digest('base64url').slice(0, 24);
  }
}

/** The address that counts for a connection, and whether a proxy that we trust made it. */
export function networkOf(
  remoteAddress: string,
  trustedProxies?: AddressList,
): { readonly address: string; readonly isTrusted: boolean } {
  const direct = plainAddress(remoteAddress);
  return { address: network(direct), isTrusted: trustedProxies?.has(direct) === true };
}

/** Without what some proxies write around it: a port, and the brackets of IPv6. */
export function plainAddress(address: string): string {
  const bare = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(address);
  const plain = bare?.[1] ?? bare?.[2] ?? address;
  return plain.startsWith('::ffff:') ? plain.slice(7) : plain;
}

function network(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return `${[...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])].slice(0, 4).join(':')}::/64`;
}
