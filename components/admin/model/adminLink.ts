import type { Socket } from 'socket.io-client';
import { actionTable, type ActAnswer, type ActionArgs, type ActionName } from '@/core/admin/actions';
import {
  askAnswer,
  questionTable,
  type QuestionArgs,
  type QuestionName,
  type QuestionReply,
} from '@/core/admin/questions';
import type { RefusalReason } from '@/core/admin/reason';
import { ADMIN_NAMESPACE } from '@/core/admin/admin';
import { translatorOf } from '@/components/lib/translator';
import type { AdminStore } from './adminStore';
import { at } from '@/core/basePath';

/** What came of a question. */
export type Asked<Name extends QuestionName> =
  | { readonly ok: true; readonly reply: QuestionReply<Name> }
  | { readonly ok: false; readonly error: string; readonly reason?: RefusalReason | undefined };

/**
 * The admin page's connection: a snapshot, then changes, all of it parsed. It comes back by itself. A page that nobody sees
 * asks for nothing.
 */

const PATIENCE_MS = 10_000;
/** A front that was restarted is there within seconds: whoever watches should not wait longer. */
const OPTIONS = { path: at('/socket.io'), transports: ['websocket'], forceNew: true, reconnectionDelayMax: 2000 };

export class AdminLink {
  private socket: Socket | undefined;
  private isClosed = false;
  private readonly onVisibility = () => this.sleepOrWake();

  constructor(
    private readonly store: AdminStore,
    /** There is no session, or none any more. */
    private readonly onSignedOut: () => void,
  ) {
    document.addEventListener('visibilitychange', this.onVisibility);
    void import('socket.io-client').then(({ io }) => {
      if (!this.isClosed) this.open(io(ADMIN_NAMESPACE, OPTIONS));
    });
  }

  async act<Name extends ActionName>(action: Name, args: ActionArgs<Name>): Promise<ActAnswer> {
    if (!this.socket?.connected) return { ok: false, error: translatorOf('common')('unreachable') };
    try {
      const answer: unknown = await this.socket.timeout(PATIENCE_MS).emitWithAck('act', { action, args });
      const { data } = actionTable[action].reply.safeParse(answer);
      return data ?? { ok: false, error: translatorOf('admin')('unreadableAnswer') };
    } catch {
      return { ok: false, error: translatorOf('admin')('noAnswer') };
    }
  }

  /** Something beyond the panels; it changes nothing. */
  async ask<Name extends QuestionName>(question: Name, args: QuestionArgs<Name>): Promise<Asked<Name>> {
    if (!this.socket?.connected) return { ok: false, error: translatorOf('common')('unreachable') };
    try {
      const heard: unknown = await this.socket.timeout(PATIENCE_MS).emitWithAck('ask', { question, args });
      const answer = askAnswer.safeParse(heard).data;
      if (answer?.ok === false) return answer;
      const reply = questionTable[question].reply.safeParse(answer?.reply);
      return reply.success
        ? { ok: true, reply: reply.data }
        : { ok: false, error: translatorOf('admin')('unreadableAnswer') };
    } catch {
      return { ok: false, error: translatorOf('admin')('noAnswer') };
    }
  }

  close(): void {
    this.isClosed = true;
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.socket?.close();
  }

  private open(socket: Socket): void {
    this.socket = socket;
    socket.on('snapshot', (heard: unknown) => this.tellUnless(this.store.takeSnapshot(heard, Date.now())));
    socket.on('change', (heard: unknown) => this.tellUnless(this.store.takeChange(heard, Date.now())));
    socket.on('disconnect', (reason) => {
      this.store.disconnected();
      // A front that closes says goodbye, after which the socket would stay as it is.
      if (reason === 'io server disconnect' && !this.isClosed) socket.connect();
    });
    socket.on('ended', () => {
      this.close();
      this.onSignedOut();
    });
    // A refused handshake is not tried again; a missing server is.
    socket.on('connect_error', () => {
      if (!socket.active) this.onSignedOut();
    });
  }

  private tellUnless(isUnderstood: boolean): void {
    if (!isUnderstood) this.store.say({ text: translatorOf('admin')('unreadableAnswer'), isError: true });
  }

  private sleepOrWake(): void {
    if (document.hidden) this.socket?.disconnect();
    else this.socket?.connect();
  }
}
