import { connect, type Socket } from 'node:net';

/**
 * One connection that is kept open, with one HTTP request at a time on it. It shares the cores with what is measured, so
 * it does nothing but that: a general client would cost more than the server whose speed it should tell.
 */

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export class HttpConnection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private answered: ((answer: HttpAnswer) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;
  private readonly head: string;

  constructor(url: string, token: string) {
    const { hostname, port } = new URL(url);
    this.head = `Host: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    this.socket = connect(Number(port), hostname);
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => this.receive(chunk));
    this.socket.on('error', (error) => this.failed?.(error));
    this.socket.on('close', () => this.failed?.(new Error('the server closed the connection')));
  }

  send(method: string, path: string, body: unknown): Promise<HttpAnswer> {
    const text = JSON.stringify(body);
    const length = `Content-Length: ${Buffer.byteLength(text)}\r\n`;
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(`${method} ${path} HTTP/1.1\r\n${this.head}${length}\r\n${text}`);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  /** Every answer that is measured says how long it is. */
  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.failed?.(new Error(`an answer without a length: ${head}`));
    const end = headEnd + HEAD_END.length + Number(length);
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + HEAD_END.length, end);
    this.received = this.received.subarray(end);
    this.answered?.({ status: Number(head.slice(9, 12)), body });
  }
}
