import { z } from 'zod';
import { boundedRecord } from './boundedList';
import { SUBMISSION_LIMITS } from './limits';

/** What a page and its front say to each other over socket.io, namespace `/page`: everything beside the renders. */

export const PAGE_NAMESPACE = '/page';

/** A syntax check as one types (docs/queue.md, 17). The answer carries the same sequence number: stale ones are dropped. */
export const checkRequest = z.object({
  sequence: z.number().int().nonnegative(),
  main: z.string().max(SUBMISSION_LIMITS.maxNameBytes),
  files: boundedRecord(z.string(), SUBMISSION_LIMITS.maxFiles).refine(
    (files) => Object.values(files).reduce((sum, { length }) => sum + length, 0) <= SUBMISSION_LIMITS.maxProgramBytes,
    { error: 'the files are too large' },
  ),
});
export type CheckRequest = z.infer<typeof checkRequest>;

export type CheckAnswer =
  /** What asy said; core/diagnostics turns it into positions. Empty: nothing is wrong. */
  | { readonly kind: 'checked'; readonly sequence: number; readonly output: string }
  /** A newer check of the same client took its place. */
  | { readonly kind: 'superseded'; readonly sequence: number }
  | { readonly kind: 'failed'; readonly sequence: number; readonly message: string };

/** How busy the server is, pushed when it changes. */
export interface Load {
  readonly backends: number;
  readonly busy: number;
  /** Tasks that wait or run. */
  readonly tasks: number;
}

/** What an administrator tells every open page; undefined: nothing. */
export interface Notice {
  readonly announcement?: string;
  readonly maintenance?: string;
}

export interface ServerToPage {
  notice(notice: Notice): void;
  load(load: Load): void;
}

export interface PageToServer {
  check(request: unknown, answer: (answer: CheckAnswer) => void): void;
}
