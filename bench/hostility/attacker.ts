import { request, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { RawSocket } from '@/test/socket';

/**
 * One anonymous client that means harm, at an address of its own (all of 127.0.0.0/8 is this machine). It goes on until
 * its time is over; what fails is tried again.
 */

export interface Target {
  readonly url: string;
  /** Of the Periodic server. */
  readonly periodic: string;
  /** Of the request controller, which serves nobody without one. */
  readonly prcToken: string;
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const ADDRESS = '127.0.0.66';
/** After a failure, so that a refusal is no loop without a pause. */
const PAUSE_MS = 5;

export class Attacker {
  readonly address = ADDRESS;
  /** What was tried. */
  acts = 0;
  private readonly endsAtMs: number;

  constructor(
    readonly target: Target,
    seconds: number,
  ) {
    this.endsAtMs = performance.now() + seconds * 1000;
  }

  get isOver(): boolean {
    return performance.now() > this.endsAtMs;
  }

  /** So many at a time, each again and again. */
  async swarm(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        while (!this.isOver) {
          this.acts += 1;
          await act(index).catch(() => this.pause());
        }
      }),
    );
  }

  pause(milliseconds = PAUSE_MS): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Everything else that happens to it is the attack's own business. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<IncomingMessage> {
    const answer = await this.begin(method, path, asked);
    for await (const _ of answer);
    return answer;
  }

  /** The answer is not read. */
  begin(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers }, localAddress: ADDRESS, agent: false } as const;
      const asking = request(this.target.url + path, options, resolve);
      asking.on('error', reject);
      asking.end(body);
    });
  }

  post(path: string, document: unknown, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
    return this.ask('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(document),
    });
  }

  /** Bytes as they are. */
  connect(): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(this.target.url);
      const socket = net.connect({ port: Number(port), host: '127.0.0.1', localAddress: ADDRESS }, () =>
        resolve(socket),
      );
      socket.on('error', reject);
    });
  }

  socket(path = '/asy', protocol = 'asyonline.asy', cookie?: string): Promise<RawSocket> {
    return RawSocket.open(this.target, protocol, path, cookie === undefined ? {} : { cookie }, ADDRESS);
  }

  /** Starts a program; what becomes of it is the attack's own business. */
  async start(files: Readonly<Record<string, string>>, cookie?: string): Promise<RawSocket> {
    const socket = await this.socket('/asy', 'asyonline.asy', cookie);
    for (const [name, contents] of Object.entries(files)) socket.add(name, contents);
    return socket.send('start', { main: 'main.asy' });
  }

  async run(files: Readonly<Record<string, string>>, cookie?: string): Promise<void> {
    const socket = await this.start(files, cookie);
    await socket.closed();
    if (!socket.names().includes('complete')) await this.pause();
  }

  /** Undefined if it was refused. */
  async shell(): Promise<RawSocket | undefined> {
    const socket = await this.socket('/asy/interactive', 'asyonline.asy.interactive');
    socket.send('start');
    await Promise.race([socket.wait('output').catch(() => undefined), socket.closed()]);
    return socket.closeCode === undefined ? socket : undefined;
  }

  /** Each is another client to whoever counts clients. */
  async cookies(count: number): Promise<string[]> {
    const cookies: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { headers } = await this.ask('GET', '/', { headers: { accept: 'text/html' } });
      const cookie = headers['set-cookie']?.[0]?.split(';')[0];
      if (cookie !== undefined) cookies.push(cookie);
    }
    return cookies;
  }
}

/** No cache knows it. */
export function unique(): string {
  return ` // ${Math.random()}`;
}
