import type { SharedLink } from '@/core/links/link';

/**
 * What pages may ask of the front they are rendered in: small, read-only, without imports of the server.
 *
 * Next bundles its own copies of modules, so a page that imported the server would get a second Redis client. The
 * server puts the one real object on globalThis instead.
 */

export interface Pages {
  /** The example of the first visit with its picture; undefined until it has been rendered once. */
  welcomePicture(): string | undefined;
  /** A shared link with its project; undefined if there is none. */
  sharedLink(id: string): Promise<SharedLink | undefined>;
  /** The kept picture of a link as an address that a page can show without asking again; undefined if there is none. */
  linkPicture(link: SharedLink): Promise<string | undefined>;
  /** The address that people use, without a slash at its end; `host` is what the request says. */
  publicBase(host: string | undefined): string;
}

const SYMBOL = Symbol.for('asyground.pages');

export function providePages(pages: Pages): void {
  (globalThis as { [SYMBOL]?: Pages })[SYMBOL] = pages;
}

export function pages(): Pages | undefined {
  return (globalThis as { [SYMBOL]?: Pages })[SYMBOL];
}
