import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import type { Service } from '@/platform/service';
import { at, BASE_PATH } from '@/core/basePath';

/**
 * The pages of app/, made by Next. Sockets need no pages: they are served at once, and whoever asks for a page waits
 * until it can be made.
 */

interface NextPagesOptions {
  readonly development: boolean;
  readonly projectFolder: string;
  readonly host: string;
  readonly port: number;
}

export class NextPages implements Service {
  /** Next adds listeners of its own to the server it is given: it gets one that never listens. */
  private readonly decoy = createServer();
  private readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  private readonly prepared: Promise<void>;

  constructor({ development, projectFolder, host, port }: NextPagesOptions) {
    const app = next({ dev: development, dir: projectFolder, httpServer: this.decoy, hostname: host, port });
    this.prepared = app.prepare();
    this.handle = app.getRequestHandler();
  }

  async start(): Promise<void> {
    await this.prepared;
  }

  async render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.prepared;
    addBase(request);
    await this.handle(request, response);
  }

  /** The development server's own socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    addBase(request);
    this.decoy.emit('upgrade', request, socket, head);
  }
}

/** Next knows the path that it is served below, and asks for it; a slash at the end of that it would redirect. */
function addBase(request: IncomingMessage): void {
  if (BASE_PATH === '') return;
  request.url = at((request.url ?? '/').replace(/^\/(?=$|\?)/, ''));
}
