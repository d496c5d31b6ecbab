import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import {
  PAGE_NAMESPACE,
  type CheckAnswer,
  type CheckRequest,
  type Load,
  type PageToServer,
  type ServerToPage,
} from '@/core/page';
import { parseLoad } from '@/components/model/load';
import { at } from '@/core/basePath';

/**
 * The page's own connection to the server, beside those of the renders. It comes back by itself; while it is away,
 * everything else goes on. The library is loaded when the page is alive, so that the first paint does not wait for it.
 */

interface PageSocketEvents {
  /** Also when it is back. */
  connected(): void;
  load(load: Load | undefined): void;
  notice(words: string | undefined): void;
}

const answerSchema: z.ZodType<CheckAnswer> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checked'), sequence: z.number(), output: z.string() }),
  z.object({ kind: z.literal('superseded'), sequence: z.number() }),
  z.object({ kind: z.literal('failed'), sequence: z.number(), message: z.string() }),
]);

/** The server gives up sooner. */
const PATIENCE_MS = 10_000;

export class PageSocket {
  private socket: Socket<ServerToPage, PageToServer> | undefined;
  private isClosed = false;

  constructor(private readonly events: PageSocketEvents) {
    void import('socket.io-client').then(
      ({ io }) => this.open(io(PAGE_NAMESPACE, { path: at('/socket.io'), transports: ['websocket'] })),
      // It could not be loaded: this visit goes on without.
      () => undefined,
    );
  }

  /** Undefined if there is no connection or no answer. */
  async check(request: CheckRequest): Promise<CheckAnswer | undefined> {
    if (!this.socket?.connected) return undefined;
    try {
      return answerSchema.parse(await this.socket.timeout(PATIENCE_MS).emitWithAck('check', request));
    } catch {
      return undefined;
    }
  }

  /** The network seems to be back: no need to sit out the pause. */
  reconnect(): void {
    if (this.socket && !this.socket.connected) this.socket.disconnect().connect();
  }

  close(): void {
    this.isClosed = true;
    this.socket?.close();
  }

  private open(socket: Socket<ServerToPage, PageToServer>): void {
    this.socket = socket;
    if (this.isClosed) return this.close();
    socket.on('connect', () => this.events.connected());
    socket.on('load', (load) => this.events.load(parseLoad(load)));
    socket.on('notice', (notice) => this.events.notice(noticeText(notice)));
    // What is not known is not held against anybody.
    socket.on('disconnect', () => this.events.load(undefined));
  }
}

const noticeSchema = z.object({ announcement: z.string().optional(), maintenance: z.string().optional() });

function noticeText(notice: unknown): string | undefined {
  const { announcement, maintenance } = noticeSchema.safeParse(notice).data ?? {};
  const words = [maintenance, announcement].filter((text) => text !== undefined);
  return words.length > 0 ? words.join(' ') : undefined;
}
