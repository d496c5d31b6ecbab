import { z } from 'zod';
import type { ActAnswer } from './actions';
import { ADMIN_LIMITS } from './limits';
import type { AskAnswer } from './questions';
import type { Json } from './patch';
import { ADMIN_ROLES } from './roles';

/**
 * What an admin page and its front say to each other over socket.io, namespace `/admin`.
 *
 * After the handshake, which needs a session, comes one `snapshot` of all panels the role may see, then `change`s: merge
 * patches of what changed, at most two a second. Every action is an `act` with an answer, every question an `ask`. Whoever
 * hears something parses it: the panels by `panels.ts`, the answers by `actions.ts` and `questions.ts`.
 */

export const ADMIN_NAMESPACE = '/admin';

/** Panels by name; each is a JSON document. */
export type Panels = { [panel: string]: Json | undefined };

/** `atMs` is the server's time: how old something is can be said even by a clock that is wrong. */
export const adminSnapshot = z.object({
  panels: z.record(z.string(), z.unknown()),
  role: z.enum(ADMIN_ROLES),
  name: z.string(),
  atMs: z.number(),
});
type AdminSnapshot = Readonly<z.infer<typeof adminSnapshot>>;

export const adminChange = z.object({ patch: z.record(z.string(), z.unknown()), atMs: z.number() });

export const actRequest = z.object({ action: z.string().max(ADMIN_LIMITS.maxActionName), args: z.unknown() });

export interface ServerToAdmin {
  snapshot(snapshot: AdminSnapshot): void;
  change(change: { readonly patch: Json; readonly atMs: number }): void;
  /** The session is over: signed out elsewhere, or the token was revoked. */
  ended(): void;
}

export const askRequest = z.object({ question: z.string().max(ADMIN_LIMITS.maxActionName), args: z.unknown() });

export interface AdminToServer {
  /** Something beyond the panels, which changes nothing. */
  ask(request: unknown, answer: (answer: AskAnswer) => void): void;
  act(request: unknown, answer: (answer: ActAnswer) => void): void;
}
