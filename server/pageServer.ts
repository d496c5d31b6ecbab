import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TURN_LIMITS } from '@/core/limits';
import { LOCALE_COOKIE, LOCALE_HEADER, LOCALE_KEPT_SECONDS, LOCALE_PARAMETER, parseLocale } from '@/core/locale';
import type { Log } from '@/platform/log';
import { answer, judgeMethod, judgePagePath } from './edge';
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers';
import type { Identity } from './identity';
import type { PageFiles } from './pageFiles';
import { Places } from './places';
import { endOf, Turns } from './turns';
import { COOKIE_PATH } from '@/core/basePath';

/** Serves the pages and their files: with the headers that protect them, and some pages at a time for one address. */

interface PageServerOptions {
  readonly identity: Identity;
  readonly secureCookies: boolean;
  readonly development: boolean;
  readonly files: Pick<PageFiles, 'has' | 'sendSmaller'>;
  /** A client that reads nothing of a page for so long is disconnected. */
  readonly unreadSeconds: number;
  readonly renderPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly log: Log;
}

/** Pages change nothing. Next would read what else is sent to them. */
const METHODS = ['GET', 'HEAD'];

export class PageServer {
  private readonly pages = new Turns(TURN_LIMITS.pages);
  private readonly files = new Turns(TURN_LIMITS.files);
  private readonly unread = new Places({
    ofAddress: { count: TURN_LIMITS.maxUnreadPerAddress, bytes: 0 },
    inAll: { count: TURN_LIMITS.maxUnread, bytes: 0 },
  });

  constructor(private readonly options: PageServerOptions) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { identity, secureCookies, development, files, renderPage, unreadSeconds, log } = this.options;
    // The development server is told of errors with POST.
    const wrongMethod = development ? undefined : judgeMethod(request, METHODS, response);
    const refusal = wrongMethod ?? judgePagePath(request.url ?? '/');
    if (refusal) return answer(response, refusal);
    const { address } = identity.whoIs(request);
    const leave = this.unread.take(address);
    if (typeof leave === 'string') return refuseMany(response);
    response.once('close', leave);
    const nonce = randomBytes(16).toString('base64');
    const isEmbed = /^\/embed\//.test(request.url ?? '');
    const policy = contentSecurityPolicy(nonce, development, isEmbed);
    // Next reads the nonce for its own scripts from the request.
    request.headers['content-security-policy'] = policy;
    response.setHeader('content-security-policy', policy);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    // Shared things are for those who were given the address.
    if (isEmbed || /^\/s\//.test(request.url ?? '')) response.setHeader('x-robots-tag', 'noindex');
    if (request.headers.accept?.includes('text/html')) {
      const cookies = [identity.newCookie(request, secureCookies), takeLanguage(request)];
      response.setHeader(
        'set-cookie',
        cookies.filter((cookie) => cookie !== undefined),
      );
    }
    try {
      const makePage = async () => {
        // Whoever has left gets none.
        if (response.destroyed) return;
        response.setTimeout(unreadSeconds * 1000, () => response.destroy());
        const ended = endOf(response);
        if (!files.sendSmaller(request, response)) await renderPage(request, response);
        // Next says that it is done before it is.
        await ended;
      };
      const turns = files.has(request.url ?? '/') ? this.files : this.pages;
      if (!(await turns.take(address, makePage))) refuseMany(response);
    } catch (error) {
      log.error({ err: error, url: request.url }, 'a page failed');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('Server error');
    }
  }
}

function refuseMany(response: ServerResponse): void {
  const { retrySeconds } = TURN_LIMITS;
  response.setHeader('retry-after', retrySeconds);
  const words = `Your address asks for too many pages at a time; try again in ${retrySeconds} s.`;
  answer(response, { status: 429, words });
}

/** The language that the address asks for is handed to the page, and kept for the next one. */
function takeLanguage(request: IncomingMessage): string | undefined {
  const [, query = ''] = (request.url ?? '').split('?', 2);
  const locale = parseLocale(new URLSearchParams(query).get(LOCALE_PARAMETER) ?? undefined);
  // A stranger's header is no address.
  delete request.headers[LOCALE_HEADER];
  if (locale === undefined) return undefined;
  request.headers[LOCALE_HEADER] = locale;
  return `${LOCALE_COOKIE}=${locale}; Path=${COOKIE_PATH}; Max-Age=${LOCALE_KEPT_SECONDS}; SameSite=Lax`;
}
