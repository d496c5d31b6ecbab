import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A client of the parallel request controller that does as little as it can, so that the server is what is measured: its
 * messages are made, masked and framed before the clock runs, and of an answer it reads the first byte.
 */

/** Cycles of one connection use these ids in turn; more are never in flight. */
const IDS = 1024;
const START_BYTE = 0x53;

const cycles = Array.from({ length: IDS }, (_, id) =>
  Buffer.concat([
    frame(`START-REQUEST\nRequest-ID: ${id}\nRequest-Type: bench\nRequest-Limit: 100000\n`),
    frame(`END-REQUEST\nRequest-ID: ${id}\n`),
  ]),
);

function frame(text: string): Buffer {
  const [payload, mask] = [Buffer.from(text), randomBytes(4)];
  for (const [i, byte] of payload.entries()) payload[i] = byte ^ (mask[i % 4] ?? 0);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, payload]);
}

export class PrcClient {
  private sent = 0;
  private answered = 0;
  private total = 0;
  private rest: Buffer = Buffer.alloc(0);
  private done: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.hear(chunk));
  }

  static open(address: string): Promise<PrcClient> {
    const { hostname, port, host, pathname } = new URL(address);
    const socket = connect(Number(port), hostname).setNoDelay(true);
    const key = randomBytes(16).toString('base64');
    const lines = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${[...lines, `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13'].join('\r\n')}\r\n\r\n`);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('data', (answer) => {
        const end = answer.indexOf('\r\n\r\n') + 4;
        if (!answer.subarray(0, end).toString().startsWith('HTTP/1.1 101')) return reject(new Error(answer.toString()));
        const client = new PrcClient(socket);
        client.hear(answer.subarray(end));
        resolve(client);
      });
    });
  }

  /** START, ACK, END, so often; `inFlight` of them at a time. */
  run(total: number, inFlight: number): Promise<void> {
    Object.assign(this, { sent: 0, answered: 0, total });
    return new Promise((resolve) => {
      this.done = resolve;
      this.send(Math.min(inFlight, total));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  /** In one write, as one who waits for several things does. */
  private send(count: number): void {
    const some = [];
    for (let i = 0; i < count; i += 1, this.sent += 1) some.push(cycles[this.sent % IDS] ?? Buffer.alloc(0));
    this.socket.write(some.length === 1 && some[0] ? some[0] : Buffer.concat(some));
  }

  private hear(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    let answers = 0;
    for (;;) {
      const length = bytes[at + 1] ?? Infinity;
      if (at + 2 + length > bytes.length) break;
      // The controller's own heartbeat is not an answer.
      if (bytes[at + 2] === START_BYTE) answers += 1;
      at += 2 + length;
    }
    this.rest = bytes.subarray(at);
    if (answers === 0) return;
    this.answered += answers;
    const next = Math.min(answers, this.total - this.sent);
    if (next > 0) this.send(next);
    if (this.answered === this.total) this.done();
  }
}
