import { parseServerText, serverCarriesBytes, type ServerMessage } from '@/core/asyonline/serverMessages';
import type { Connection, Transport } from './transport';

/**
 * One connection to the server, in messages instead of frames (docs/asyonline.md, 3). It may be opened long before
 * anybody uses it: what is said to nobody is dropped, and a listener that comes late is told at once that it is open.
 */

interface MessageSocketListener {
  opened(protocol: string): void;
  /** `bytes` is empty for a message that carries none. */
  message(message: ServerMessage, bytes: Uint8Array): void;
  /** The last event, once. 1002: the server broke the protocol. */
  closed(code: number): void;
}

const NO_BYTES = new Uint8Array(0);
const PROTOCOL_ERROR = 1002;

export class MessageSocket {
  private readonly connection: Connection;
  private listener: MessageSocketListener | undefined;
  private protocol: string | undefined;
  private closeCode: number | undefined;
  /** A message whose bytes have not come yet. */
  private announced: ServerMessage | undefined;

  constructor(transport: Transport, url: string, protocols: readonly string[]) {
    this.connection = transport.open(url, protocols, {
      opened: (protocol) => {
        this.protocol = protocol;
        if (this.closeCode === undefined) this.listener?.opened(protocol);
      },
      text: (frame) => this.takeText(frame),
      binary: (frame) => this.takeBytes(frame),
      closed: (code) => this.end(code),
    });
  }

  get isClosed(): boolean {
    return this.closeCode !== undefined;
  }

  /** One listener in the life of a line. */
  listen(listener: MessageSocketListener): void {
    this.listener = listener;
    if (this.closeCode !== undefined) listener.closed(this.closeCode);
    else if (this.protocol !== undefined) listener.opened(this.protocol);
  }

  send(text: string, bytes?: Uint8Array): void {
    if (this.closeCode !== undefined) return;
    this.connection.send(text);
    if (bytes !== undefined) this.connection.send(bytes);
  }

  close(): void {
    this.connection.close();
    this.end(1000);
  }

  private takeText(frame: string): void {
    const parsed = parseServerText(frame);
    if (!parsed.ok || this.announced !== undefined) return this.breakOff();
    if (serverCarriesBytes(parsed.value.name)) this.announced = parsed.value;
    else this.tell(parsed.value, NO_BYTES);
  }

  private takeBytes(frame: Uint8Array): void {
    const message = this.announced;
    if (message === undefined) return this.breakOff();
    this.announced = undefined;
    this.tell(message, frame);
  }

  private tell(message: ServerMessage, bytes: Uint8Array): void {
    if (this.closeCode === undefined) this.listener?.message(message, bytes);
  }

  private breakOff(): void {
    this.connection.close();
    this.end(PROTOCOL_ERROR);
  }

  private end(code: number): void {
    if (this.closeCode !== undefined) return;
    this.closeCode = code;
    this.listener?.closed(code);
  }
}
