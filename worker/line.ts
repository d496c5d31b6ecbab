import type { WebSocket } from 'ws';
import { encodeFromBackend, type FromBackend, type Timings } from '@/core/wire/wire';

/** The connection to the front, which may come after the first messages: they wait. */
export class Line {
  private socket: WebSocket | undefined;
  private readonly early: Uint8Array[] = [];
  private finished = false;

  /** What took time before the run, told with its results and its end. */
  constructor(private readonly earlier: Timings) {}

  open(socket: WebSocket): void {
    this.socket = socket;
    for (const frame of this.early.splice(0)) socket.send(frame);
    if (this.finished) socket.close();
  }

  send(message: FromBackend): void {
    const hasTimings = (message.type === 'ended' || message.type === 'result') && message.timings;
    const frame = encodeFromBackend(
      hasTimings ? { ...message, timings: { ...this.earlier, ...message.timings } } : message,
    );
    if (this.socket) this.socket.send(frame);
    else this.early.push(frame);
  }

  end(): void {
    this.finished = true;
    this.socket?.close();
  }
}
