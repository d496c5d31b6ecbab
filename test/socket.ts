import { WebSocket } from 'ws';
import type { Product } from './product';

/** A raw asyonline client for tests: frames exactly as they are given, and everything that comes back, in order. */

export interface Received {
  readonly name: string;
  readonly args: unknown;
  readonly bytes?: Buffer;
}

const CARRIES_BYTES = ['output', 'result'];

export class RawSocket {
  readonly received: Received[] = [];
  closeCode: number | undefined;
  private readonly waiters = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    let announced: { name: string; args: unknown } | undefined;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        this.received.push({ name: announced?.name ?? 'unannounced', args: announced?.args, bytes: data });
        announced = undefined;
      } else {
        const text = data.toString();
        const space = text.indexOf(' ');
        const message = { name: text.slice(0, space), args: JSON.parse(text.slice(space + 1)) as unknown };
        if (CARRIES_BYTES.includes(message.name)) announced = message;
        else this.received.push(message);
      }
      this.wake();
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.wake();
    });
    socket.on('error', () => undefined);
  }

  static async open(
    product: Pick<Product, 'url'>,
    protocols: string | string[] = 'asyonline.asy',
    path = '/asy',
    headers: Readonly<Record<string, string>> = {},
    localAddress?: string,
  ): Promise<RawSocket> {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = new WebSocket(product.url.replace(/^http/, 'ws') + path, protocols, { headers, ...from });
    const raw = new RawSocket(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return raw;
  }

  send(name: string, args?: unknown, bytes?: string | Buffer): this {
    this.socket.send(args === undefined ? name : `${name} ${JSON.stringify(args)}`);
    if (bytes !== undefined) this.socket.send(Buffer.from(bytes));
    return this;
  }

  add(filename: string, contents: string | Buffer): this {
    return this.send('add', { filename }, contents);
  }

  names(): string[] {
    return this.received.map((message) => message.name);
  }

  output(stream: 'stdout' | 'stderr' = 'stdout'): string {
    const parts = this.received.filter(
      (message) => message.name === 'output' && (message.args as { stream: string }).stream === stream,
    );
    return Buffer.concat(parts.map((message) => message.bytes ?? Buffer.alloc(0))).toString();
  }

  last(): Received | undefined {
    return this.received.at(-1);
  }

  /** The next message of this name that has come or will come; fails when the socket closes without it. */
  async wait(name: string): Promise<Received> {
    for (;;) {
      const found = this.received.find((message) => message.name === name);
      if (found) return found;
      if (this.closeCode !== undefined)
        throw new Error(`closed ${this.closeCode} without ${name}: ${JSON.stringify(this.received)}`);
      await this.change();
    }
  }

  async closed(): Promise<number> {
    while (this.closeCode === undefined) await this.change();
    return this.closeCode;
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiters.add(resolve));
  }

  private wake(): void {
    for (const waiter of this.waiters) waiter();
    this.waiters.clear();
  }
}
