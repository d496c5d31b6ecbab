import { z } from 'zod';
import type { Json } from './patch';
import type { RefusalReason } from './reason';
import type { AdminRole } from './roles';

/**
 * What an admin page and its front say to each other over socket.io, namespace `/admin`.
 *
 * After the handshake, which needs a session, comes one `snapshot` of all panels the role may see, then `change`s: merge
 * patches of what changed, at most two a second. Every action is an `act` with an answer.
 */

export const ADMIN_NAMESPACE = '/admin';

/** Panels by name; each is a JSON document. */
export type Panels = { [panel: string]: Json | undefined };

export interface AdminSnapshot {
  readonly panels: Panels;
  readonly role: AdminRole;
  readonly name: string;
}

export type ActAnswer =
  | { readonly ok: true; /** What is to be shown once, such as a new token. */ readonly shown?: string }
  | {
      readonly ok: false;
      /** As in the audit log. */
      readonly error: string;
      /** The same for a page to say; absent where only a program could be told so. */
      readonly reason?: RefusalReason;
    };

export const actRequest = z.object({ action: z.string().max(64), args: z.unknown() });

export interface ServerToAdmin {
  snapshot(snapshot: AdminSnapshot): void;
  /** `atMs` is the server's time: how old the data is can be said even by a clock that is wrong. */
  change(change: { readonly patch: Json; readonly atMs: number }): void;
  /** The session is over: signed out elsewhere, or the token was revoked. */
  ended(): void;
}

export interface AdminToServer {
  act(request: unknown, answer: (answer: ActAnswer) => void): void;
}
