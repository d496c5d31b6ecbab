import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import { QUEUE_LIMITS } from '@/core/limits';
import type { FrontMessage } from '@/core/messages';
import type { StoredTask } from '@/core/task';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import type { SocketServer } from './socketServer';

/**
 * Asks the front of a task to come to this worker. It needs a moment for that, so it is asked before the task is even
 * taken:
 *
 * open    -> the front comes -> it waits
 *         -> there is a run -> whoever comes is received; nobody comes in time: `onMissed`
 *         -> there will be none -> whoever comes is sent away, and hears from the scheduler what becomes of its task
 * A front that comes late still gets everything: a short run may end before it is there.
 */

export interface InvitationParts {
  readonly redis: Pick<Redis, 'xadd'>;
  readonly socketServer: Pick<SocketServer, 'offer'>;
  readonly log: Log;
}

/** Tells the front where its task is. If that is lost, the front does not come, and the run is stopped. */
export function invite(
  { id, front }: Pick<StoredTask, 'id' | 'front'>,
  { redis, socketServer, log }: InvitationParts,
): Invitation | undefined {
  if (front === undefined) return undefined;
  const invitation = new Invitation(socketServer, randomUUID());
  const message: FrontMessage = { type: 'address', task: id, url: invitation.url };
  redis
    .xadd(KEYS.frontInbox(front), '*', 'message', JSON.stringify(message))
    .catch((error: unknown) => log.warn({ err: error, task: id }, 'a front could not be told where its task is'));
  return invitation;
}

export class Invitation {
  readonly url: string;
  private socket: WebSocket | undefined;
  private handler: ((socket: WebSocket) => void) | undefined;
  private isMissed = false;
  private onMissed: (() => void) | undefined;

  constructor(socketServer: Pick<SocketServer, 'offer'>, token: string) {
    const offer = socketServer.offer(token, (socket) => this.arrive(socket));
    this.url = offer.url;
    setTimeout(() => {
      offer.withdraw();
      if (this.socket) return;
      this.isMissed = true;
      this.onMissed?.();
    }, QUEUE_LIMITS.frontArrivalSeconds * 1000);
  }

  receive(handler: (socket: WebSocket) => void, onMissed: () => void): void {
    this.handler = handler;
    this.onMissed = onMissed;
    if (this.socket) this.attach(this.socket, handler);
    else if (this.isMissed) onMissed();
  }

  refuse(): void {
    this.receive(
      (socket) => socket.close(),
      () => undefined,
    );
  }

  private arrive(socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    this.socket = socket;
    // What it says, and that it went away, is heard when there is somebody to hear it.
    socket.pause();
    if (this.handler) this.attach(socket, this.handler);
  }

  private attach(socket: WebSocket, handler: (socket: WebSocket) => void): void {
    handler(socket);
    socket.resume();
  }
}
