import { createReadStream, existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * The files that pages ask for: those of public/, as they were when the front started, and what was built. A name that is
 * no file is answered with a page. Next serves them, but for those of which a smaller one was made ahead (platform/pages.ts,
 * scripts/setup/monaco/).
 */

const BUILT = '_next/static/';
const SMALLER = '.br';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};
/** A weight of nothing says no. */
const READS_BROTLI = /(?:^|,) ?br(?! ?; ?q=0(?:\.0*)?(?:,|$))(?=[ ;,]|$)/;

export class PageFiles {
  /** Where the file of each address is. */
  private readonly files: ReadonlyMap<string, string>;

  constructor(projectFolder: string, pagesFolder: string) {
    const folders = {
      '': path.join(projectFolder, 'public'),
      [BUILT]: path.join(projectFolder, pagesFolder, 'static'),
    };
    this.files = new Map(
      Object.entries(folders).flatMap(([prefix, folder]) =>
        namesIn(folder).map((name): [string, string] => [`/${prefix}${name}`, path.join(folder, name)]),
      ),
    );
  }

  has(url: string): boolean {
    return this.files.has(addressOf(url));
  }

  /** True if it is being sent. */
  sendSmaller({ url = '', method, headers }: IncomingMessage, response: ServerResponse): boolean {
    const address = addressOf(url);
    const type = TYPES[path.extname(address)];
    const encodings = headers['accept-encoding'];
    const isAsked = method === 'GET' && headers.range === undefined && typeof encodings === 'string';
    if (!isAsked || type === undefined || !READS_BROTLI.test(encodings)) return false;
    const file = this.files.get(`${address}${SMALLER}`);
    if (file === undefined) return false;
    // Each carries its version in its address.
    const fixed = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', ...fixed });
    const bytes = createReadStream(file).on('error', () => response.destroy());
    // Whoever leaves before the end leaves nothing open.
    response.once('close', () => bytes.destroy());
    bytes.pipe(response);
    return true;
  }
}

function addressOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** A folder may have the name of a page. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
