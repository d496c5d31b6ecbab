import type { Server } from 'node:http';
import { failure, type Failure } from '@/core/errors';

/** Where a front listens, and what address people use. */

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
}

/** Undefined: it listens. */
export function listen(server: Server, { host, port }: Place): Promise<Failure | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const words =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is taken. Stop what uses it, or give another PORT.`
          : `${host}:${port} cannot be listened on: ${error.message}`;
      resolve(failure('config', words));
    });
    server.listen(port, host, () => resolve(undefined));
  });
}

/** Without a slash at its end. */
export function addressOf(server: Server, place: Place): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : place.port;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return (place.publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '');
}
