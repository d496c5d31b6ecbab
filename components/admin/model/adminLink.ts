import type { Socket } from 'socket.io-client';
import {
  ADMIN_NAMESPACE,
  type ActAnswer,
  type AdminSnapshot,
  type AdminToServer,
  type Panels,
  type ServerToAdmin,
} from '@/core/admin/admin';
import { merge, type Json } from '@/core/admin/patch';
import type { AdminRole } from '@/core/admin/roles';
import { translatorOf } from '@/components/lib/translator';

/**
 * The admin page's connection: a snapshot, then changes. It comes back by itself, and says how old what it shows is. A
 * page that nobody sees asks for nothing.
 */

export interface AdminView {
  readonly panels: Panels;
  readonly role: AdminRole;
  readonly name: string;
  readonly isConnected: boolean;
  /** By this page's clock, when something was last heard. */
  readonly heardAtMs: number;
}

export interface LinkEvents {
  changed(view: AdminView): void;
  /** There is no session, or none any more. */
  signedOut(): void;
}

const PATIENCE_MS = 10_000;
/** A front that was restarted is there within seconds: whoever watches should not wait longer. */
const OPTIONS = { transports: ['websocket'], forceNew: true, reconnectionDelayMax: 2000 };

export class AdminLink {
  private socket: Socket<ServerToAdmin, AdminToServer> | undefined;
  private view: AdminView | undefined;
  private isClosed = false;
  private readonly onVisibility = () => this.sleepOrWake();

  constructor(private readonly events: LinkEvents) {
    document.addEventListener('visibilitychange', this.onVisibility);
    void import('socket.io-client').then(({ io }) => {
      if (!this.isClosed) this.open(io(ADMIN_NAMESPACE, OPTIONS));
    });
  }

  async act(action: string, args: unknown): Promise<ActAnswer> {
    if (!this.socket?.connected) return { ok: false, error: translatorOf('common')('unreachable') };
    try {
      return await this.socket.timeout(PATIENCE_MS).emitWithAck('act', { action, args });
    } catch {
      return { ok: false, error: translatorOf('admin')('noAnswer') };
    }
  }

  close(): void {
    this.isClosed = true;
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.socket?.close();
  }

  private open(socket: Socket<ServerToAdmin, AdminToServer>): void {
    this.socket = socket;
    socket.on('snapshot', (snapshot) => this.take(snapshot));
    socket.on('change', ({ patch }) => this.change(patch));
    socket.on('disconnect', (reason) => {
      this.tell({ isConnected: false });
      // A front that closes says goodbye, after which the socket would stay as it is.
      if (reason === 'io server disconnect' && !this.isClosed) socket.connect();
    });
    socket.on('ended', () => {
      this.close();
      this.events.signedOut();
    });
    // A refused handshake is not tried again; a missing server is.
    socket.on('connect_error', () => {
      if (!socket.active) this.events.signedOut();
    });
  }

  private take({ panels, role, name }: AdminSnapshot): void {
    this.view = { panels, role, name, isConnected: true, heardAtMs: Date.now() };
    this.events.changed(this.view);
  }

  private change(patch: Json): void {
    const panels = merge(this.view?.panels as Json | undefined, patch);
    this.tell({ panels: panels as Panels, heardAtMs: Date.now(), isConnected: true });
  }

  private tell(change: Partial<AdminView>): void {
    if (!this.view) return;
    this.view = { ...this.view, ...change };
    this.events.changed(this.view);
  }

  private sleepOrWake(): void {
    if (document.hidden) this.socket?.disconnect();
    else this.socket?.connect();
  }
}
