import type { Server } from 'node:http';
import { HopelessError, type Service } from '@/platform/service';
import { withBase } from './publicAddress';

/** Where a front listens, and what address people use. */

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
}

/** All addresses of the machine, which is none that a browser could open; this one of them always leads here. */
const EVERYWHERE = ['0.0.0.0', '::'];
const LOOPBACK = '127.0.0.1';

export class Listening implements Service {
  constructor(
    private readonly server: Server,
    private readonly place: Place,
  ) {}

  start(): Promise<void> {
    const { host, port } = this.place;
    return new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => {
        const words =
          error.code === 'EADDRINUSE'
            ? `Port ${port} on ${host} is taken. Stop what uses it, or give another PORT.`
            : `${host}:${port} cannot be listened on: ${error.message}`;
        reject(new HopelessError(words, { cause: error }));
      });
      this.server.listen(port, host, resolve);
    });
  }

  /** Nobody new comes in; those who are in are sent away by the server's own stop. */
  stop(): void {
    this.server.close();
  }

  /** Without a slash at its end. */
  get address(): string {
    const bound = this.server.address();
    const port = typeof bound === 'object' && bound ? bound.port : this.place.port;
    const asked = EVERYWHERE.includes(this.place.host) ? LOOPBACK : this.place.host;
    const host = asked.includes(':') ? `[${asked}]` : asked;
    return withBase(this.place.publicUrl ?? `http://${host}:${port}`);
  }
}
