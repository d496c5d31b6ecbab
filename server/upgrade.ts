import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The one place where connections turn into sockets. Each door owns a path; a path that nobody owns is answered with
 * 404. (More than one listener on `upgrade` makes them close each other's sockets.)
 */

export type UpgradeDoor = (request: IncomingMessage, socket: Duplex, head: Buffer, path: string) => void;

export class UpgradeRouter {
  private readonly exact = new Map<string, UpgradeDoor>();
  private readonly prefixes: [string, UpgradeDoor][] = [];

  /** `hold` answers after how many seconds a flooding address may come again, or nothing. */
  constructor(private readonly hold: (request: IncomingMessage) => Promise<number | undefined>) {}

  listen(server: Server): void {
    server.on('upgrade', async (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const seconds = await this.hold(request);
      if (seconds !== undefined)
        return refuse(socket, 429, `Too many connections from your address; try again in ${seconds} s.`);
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const door = this.exact.get(path) ?? this.prefixes.find(([prefix]) => path.startsWith(prefix))?.[1];
      if (door) door(request, socket, head, path);
      else refuse(socket, 404, 'Not found. No WebSocket is served at this path.');
    });
  }

  own(path: string, door: UpgradeDoor): void {
    this.exact.set(path, door);
  }

  /** Everything below `prefix`, unless a whole path is owned by another door. */
  ownBelow(prefix: string, door: UpgradeDoor): void {
    this.prefixes.push([prefix, door]);
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Answers an upgrade with plain HTTP and words. */
export function refuse(socket: Duplex, status: number, message: string): void {
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`);
}
