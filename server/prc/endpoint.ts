import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { judgeAccess, type Access } from '@/core/prc/access';
import type { Counter } from '@/core/prc/counter';
import { PRC_LIMITS } from '@/core/prc/limits';
import { Session } from '@/core/prc/session';
import type { Service } from '@/platform/service';
import type { TokenGuesses } from '../tokenGuesses';
import { SocketServer } from '../socketServer';
import { JoinedFrames } from './joinedFrames';
import { PlainFrames } from './plainFrames';
import { refuse, type UpgradeRouter } from '../upgrade';

/** The endpoint of the parallel request controller, `/ws/{AUTH_TOKEN}` (docs/parallel-requests.md, 1 and 2). */

type DataListener = (this: Duplex, bytes: Buffer) => void;

interface PrcEndpointOptions {
  /** Begins the names of holders: no other front has it. */
  readonly front: string;
  readonly counter: Counter;
  readonly authToken: string | undefined;
  readonly guesses: TokenGuesses;
}

export class PrcEndpoint implements Service {
  private readonly sockets = new SocketServer({ maxPayload: PRC_LIMITS.maxMessageBytes });
  private lastTicket = 0;
  private lastConnection = 0;
  /** START-REQUESTs by their answer, since the start. */
  readonly answers = { granted: 0, refused: 0 };

  constructor(private readonly options: PrcEndpointOptions) {}

  open(router: UpgradeRouter, addressOf: (request: IncomingMessage) => string): void {
    router.ownBelow('/ws/', (request, socket, head) => this.upgrade(request, socket, head, addressOf(request)));
  }

  get size(): number {
    return this.sockets.clients.size;
  }

  /** Tickets are unique in this front, whoever counts. */
  newTicket(): number {
    this.lastTicket += 1;
    return this.lastTicket;
  }

  /** A plain request to the address, which is not an upgrade. */
  judge(request: IncomingMessage, isUpgrade: boolean, address: string): Access {
    const { authToken, guesses } = this.options;
    const knock = { url: request.url ?? '/', isUpgrade };
    const check = (given: string, expected: string) => {
      const looked = guesses.checkNow(address, given, () => isSameSecret(given, expected));
      return looked.ok ? looked.found === true : looked;
    };
    return judgeAccess(knock, { authToken, check });
  }

  /** Everybody is told that this front goes away. */
  stop(): void {
    for (const socket of this.sockets.clients) socket.close(1001);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    const access = this.judge(request, true, address);
    if (access.kind === 'off') return refuse(socket, 404, 'Not found. No WebSocket is served at this path.');
    if (access.kind === 'refused') return refuse(socket, access.status, access.body, access.retryAfterSeconds);
    const others = new Set(socket.listeners('data'));
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const listeners = socket.listeners('data').filter((listener) => !others.has(listener));
      this.accept(webSocket, socket, listeners as DataListener[]);
    });
  }

  /** `listeners`: those of ws, which get what is not read here (plainFrames.ts). */
  private accept(socket: WebSocket, stream: Duplex, listeners: readonly DataListener[]): void {
    let timer: NodeJS.Timeout | undefined;
    let isReading = false;
    let nowMs = 0;
    const frames = new JoinedFrames(stream, () => socket.readyState === socket.OPEN);
    const session = new Session(
      this.options.counter,
      {
        send: (text) => {
          if (frames.isEmpty && !isReading) setImmediate(() => frames.leave());
          frames.add(text);
        },
        close: (code, reason) => {
          frames.leave();
          socket.close(code, reason);
        },
      },
      {
        // What came together came at one moment.
        nowMs: () => (isReading ? nowMs : performance.now()),
        newTicket: () => this.newTicket(),
        holder: `${this.options.front}.${++this.lastConnection}`,
        answered: (granted) => (this.answers[granted ? 'granted' : 'refused'] += 1),
        dueChanged: () => setTimer(),
      },
    );
    const setTimer = () => {
      clearTimeout(timer);
      const dueIn = session.nextDueMs - performance.now();
      if (!Number.isFinite(dueIn)) return;
      timer = setTimeout(
        () => {
          session.tick();
          // A timer may fire a moment early; then the moment is still to come.
          setTimer();
        },
        Math.max(0, dueIn) + 1,
      );
    };
    const receive = (text: string) => session.received(text);
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) receive(data.toString('utf8'));
    });
    const plain = new PlainFrames(receive, (bytes) => listeners.forEach((listener) => listener.call(stream, bytes)));
    for (const listener of listeners) stream.off('data', listener);
    stream.on('data', (chunk: Buffer) => {
      nowMs = performance.now();
      isReading = true;
      plain.push(chunk);
      isReading = false;
      frames.leave();
    });
    // `close` follows; ws has answered with its own code.
    socket.on('error', () => plain.end());
    socket.on('close', () => {
      clearTimeout(timer);
      session.closed();
    });
    session.opened();
    setTimer();
  }
}

function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
