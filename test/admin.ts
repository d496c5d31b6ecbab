import { io, type Socket } from 'socket.io-client';
import type { ActAnswer, AdminSnapshot } from '@/core/admin/admin';
import { merge, type Json } from '@/core/admin/patch';
import type { Product } from './product';

/** A signed-in administrator without a browser: what the page would know, and its actions. */
export class AdminClient {
  panels: Json = {};
  role = '';
  ended = false;

  private constructor(readonly socket: Socket) {
    socket.on('snapshot', (snapshot: AdminSnapshot) => {
      this.panels = snapshot.panels;
      this.role = snapshot.role;
    });
    socket.on('change', ({ patch }: { patch: Json }) => (this.panels = merge(this.panels, patch)));
    socket.on('ended', () => (this.ended = true));
  }

  static async signIn(product: Pick<Product, 'url'>, token: string): Promise<AdminClient> {
    const cookie = await sessionCookie(product, token);
    const socket = io(`${product.url}/admin`, {
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

  act(action: string, args: unknown = {}): Promise<ActAnswer> {
    return this.socket.emitWithAck('act', { action, args }) as Promise<ActAnswer>;
  }

  /** `queue.classes.default` and the like. */
  see(path: string): Json | undefined {
    let found: Json | undefined = this.panels;
    for (const key of path.split('.'))
      found = typeof found === 'object' && found !== null && !Array.isArray(found) ? found[key] : undefined;
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
