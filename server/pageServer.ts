import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAGE_LIMITS } from '@/core/limits';
import { LOCALE_COOKIE, LOCALE_HEADER, LOCALE_KEPT_SECONDS, LOCALE_PARAMETER, parseLocale } from '@/core/locale';
import type { Log } from '@/platform/log';
import { answer, judgePagePath } from './edge';
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers';
import type { Identity } from './identity';
import { PageTurns } from './pageTurns';

/** Serves the pages and their files: with the headers that protect them, and some pages at a time for one address. */

export interface PageServerOptions {
  readonly identity: Identity;
  readonly secureCookies: boolean;
  readonly development: boolean;
  /** Whether this address is a file's; those cost little, and a page asks for many of them at a time. */
  readonly isFile: (url: string) => boolean;
  readonly renderPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly log: Log;
}

export class PageServer {
  private readonly turns = new PageTurns();

  constructor(private readonly options: PageServerOptions) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { identity, secureCookies, development, isFile, renderPage, log } = this.options;
    const refusal = judgePagePath(request.url ?? '/');
    if (refusal) return answer(response, refusal);
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
      const makePage = () => renderPage(request, response);
      if (isFile(request.url ?? '/')) return await makePage();
      const isMade = await this.turns.take(identity.whoIs(request).address, response, makePage);
      if (isMade) return;
      response.setHeader('retry-after', PAGE_LIMITS.retrySeconds);
      const words = `Your address asks for too many pages at a time; try again in ${PAGE_LIMITS.retrySeconds} s.`;
      answer(response, { status: 429, words });
    } catch (error) {
      log.error({ err: error, url: request.url }, 'a page failed');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('Server error');
    }
  }
}

/** The language that the address asks for is handed to the page, and kept for the next one. */
function takeLanguage(request: IncomingMessage): string | undefined {
  const [, query = ''] = (request.url ?? '').split('?', 2);
  const locale = parseLocale(new URLSearchParams(query).get(LOCALE_PARAMETER) ?? undefined);
  // A stranger's header is no address.
  delete request.headers[LOCALE_HEADER];
  if (locale === undefined) return undefined;
  request.headers[LOCALE_HEADER] = locale;
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_KEPT_SECONDS}; SameSite=Lax`;
}
