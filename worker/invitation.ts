import type { WebSocket } from 'ws';
import type { Door } from './door';

/**
 * Asks the front of a task to come to this worker. It needs a moment for that, so it is asked before the task is even
 * taken:
 *
 * open    -> the front comes -> it waits
 *         -> there is a run -> whoever comes is received; nobody comes in time: `onMissed`
 *         -> there will be none -> whoever comes is sent away, and hears from the scheduler what becomes of its task
 * A front that comes late still gets everything: a short run may end before it is there.
 */

const PATIENCE_MILLISECONDS = 5000;

export class Invitation {
  readonly url: string;
  private guest: WebSocket | undefined;
  private host: ((guest: WebSocket) => void) | undefined;
  private isMissed = false;
  private onMissed: (() => void) | undefined;

  constructor(door: Door, token: string) {
    const offer = door.offer(token, (guest) => this.arrive(guest));
    this.url = offer.url;
    setTimeout(() => {
      offer.withdraw();
      if (this.guest) return;
      this.isMissed = true;
      this.onMissed?.();
    }, PATIENCE_MILLISECONDS);
  }

  receive(host: (guest: WebSocket) => void, onMissed: () => void): void {
    this.host = host;
    this.onMissed = onMissed;
    if (this.guest) this.seat(this.guest, host);
    else if (this.isMissed) onMissed();
  }

  refuse(): void {
    this.receive(
      (guest) => guest.close(),
      () => undefined,
    );
  }

  private arrive(guest: WebSocket): void {
    guest.on('error', () => guest.terminate());
    this.guest = guest;
    // What it says, and that it went away, is heard when there is somebody to hear it.
    guest.pause();
    if (this.host) this.seat(guest, this.host);
  }

  private seat(guest: WebSocket, host: (guest: WebSocket) => void): void {
    host(guest);
    guest.resume();
  }
}
