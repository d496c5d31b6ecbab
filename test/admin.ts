import { io, type Socket } from 'socket.io-client';
import { actionTable, isActionName, type ActAnswer } from '@/core/admin/actions';
import { adminChange, adminSnapshot } from '@/core/admin/admin';
import {
  askAnswer,
  questionTable,
  type QuestionArgs,
  type QuestionName,
  type QuestionReply,
} from '@/core/admin/questions';
import { merge } from '@/core/admin/patch';
import type { Product } from './product';

/** A signed-in administrator without a browser: what the page would know, and its actions. */
export class AdminClient {
  panels: unknown = {};
  role = '';
  ended = false;

  private constructor(readonly socket: Socket) {
    socket.on('snapshot', (heard: unknown) => {
      const { panels, role } = adminSnapshot.parse(heard);
      this.panels = panels;
      this.role = role;
    });
    socket.on('change', (heard: unknown) => {
      this.panels = merge(this.panels, adminChange.parse(heard).patch);
    });
    socket.on('ended', () => (this.ended = true));
  }

  static async signIn(product: Pick<Product, 'url'>, token: string): Promise<AdminClient> {
    const cookie = await sessionCookie(product, token);
    const { origin, pathname } = new URL(product.url);
    const socket = io(`${origin}/admin`, {
      path: `${pathname.replace(/\/$/, '')}/socket.io`,
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: cookie ?? '' },
    });
    const client = new AdminClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('snapshot', () => resolve());
      socket.once('connect_error', reject);
    });
    return client;
  }

  /** An answer that the page would not understand fails the test. */
  async act(action: string, args: unknown = {}): Promise<ActAnswer> {
    const answer: unknown = await this.socket.emitWithAck('act', { action, args });
    return actionTable[isActionName(action) ? action : 'cache.clear'].reply.parse(answer);
  }

  /** The reply, as the page would understand it. */
  async ask<Name extends QuestionName>(question: Name, args: QuestionArgs<Name>): Promise<QuestionReply<Name>> {
    const answer = askAnswer.parse(await this.socket.emitWithAck('ask', { question, args }));
    if (!answer.ok) throw new Error(answer.error);
    return questionTable[question].reply.parse(answer.reply);
  }

  /** `queue.classes.default` and the like. */
  see(path: string): unknown {
    let found: unknown = this.panels;
    for (const key of path.split('.'))
      found =
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([name]) => name === key)?.[1]
          : undefined;
    return found;
  }

  close(): void {
    this.socket.close();
  }
}

export async function sessionCookie(product: Pick<Product, 'url'>, token: string): Promise<string | undefined> {
  const answer = await fetch(`${product.url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return answer.headers.get('set-cookie')?.split(';')[0];
}
