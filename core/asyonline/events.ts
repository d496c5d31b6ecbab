import type { Failure } from '@/core/errors';
import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';

/** What happens to a session, and what it wants done about it. Whoever runs the session does all the I/O. */

export type SessionInput =
  // From the client.
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'binary'; readonly bytes: Uint8Array }
  | { readonly type: 'client-closed' }
  /** The bytes that it announced cannot be unpacked. */
  | { readonly type: 'unreadable'; readonly failure: Failure }
  // From the one who runs the session.
  /** The deadline of the session has come. Early or needless ticks do no harm. */
  | { readonly type: 'tick' }
  /** The one answer to `lookup`: the contents by hash, those not found left out. */
  | { readonly type: 'contents-found'; readonly contents: ReadonlyMap<string, Uint8Array> }
  | { readonly type: 'shutting-down' }
  /** A bug or a loss on our side, at any moment. */
  | { readonly type: 'broken' }
  | TaskEvent;

/** 1000: told everything. 1001: shutting down. 1011: a bug on our side. */
export type CloseCode = 1000 | 1001 | 1011;

export type SessionEffect =
  /** A text frame and, if bytes are given, at once a binary frame, even of no bytes. */
  | { readonly type: 'send'; readonly text: string; readonly bytes?: Uint8Array }
  /** Always the last effect of a session, and the only one of its kind. */
  | { readonly type: 'close'; readonly code: CloseCode }
  /** Answered by exactly one `contents-found`. Each hash found is refreshed in the store. */
  | { readonly type: 'lookup'; readonly hashes: readonly string[] }
  | { readonly type: 'remember'; readonly hash: string; readonly bytes: Uint8Array }
  /** Once in a session at most. */
  | { readonly type: 'submit'; readonly submission: Submission }
  | { readonly type: 'shorten'; readonly durationSeconds: number }
  | { readonly type: 'input'; readonly bytes: Uint8Array }
  | { readonly type: 'signal'; readonly signal: 'INT' }
  /** The program does not keep up with its input: nothing more is to be read from the client, until it does. */
  | { readonly type: 'hold-client' }
  | { readonly type: 'release-client' }
  /** End the task, waiting or running: nobody is interested any more. Only after `submit`. */
  | { readonly type: 'abort' };
