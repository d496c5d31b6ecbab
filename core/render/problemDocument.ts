import { outcomeText } from '@/core/submission/texts';
import type { Problem } from '@/core/diagnostics/problems';
import type { Failure, FailureCode } from '@/core/errors';
import type { Outcome } from '@/core/outcome';

/** What went wrong, as a problem document (RFC 9457; docs/render-api.md, 6), with the places in the program. */

export interface ProblemDocument {
  /** Names the kind of problem; leads to its explanation. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** What went wrong in the program, each with its place. */
  readonly problems: readonly PlacedProblem[];
}

interface PlacedProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file?: string;
  /** From 1. Columns are counted in UTF-16 units, as editors do. */
  readonly line?: number;
  readonly column?: number;
  /** After the last character. */
  readonly endColumn?: number;
}

type Reason = FailureCode | Outcome['kind'];

/** The status and the title of everything that can go wrong over HTTP. */
const REASONS = {
  'bad-message': [400, 'The request cannot be read'],
  'bad-option': [400, 'An option is wrong'],
  'bad-file': [400, 'A file is wrong'],
  forbidden: [403, 'Not allowed'],
  blocked: [403, 'Blocked by an administrator'],
  'not-found': [404, 'Not found'],
  aborted: [410, 'Cancelled'],
  cancelled: [410, 'Cancelled by an administrator'],
  'too-large': [413, 'Too large'],
  'too-many': [413, 'Too many'],
  failed: [422, 'The program has an error'],
  'no-image': [422, 'The program drew nothing'],
  'time-limit': [422, 'Stopped at the time limit'],
  'output-limit': [422, 'Stopped at the output limit'],
  'memory-limit': [422, 'Stopped at the memory limit'],
  'too-often': [429, 'Too often'],
  server: [500, 'Server error'],
  overloaded: [503, 'The queue is full'],
  'no-backend': [503, 'No render machine is connected'],
  unavailable: [503, 'The database cannot be reached'],
  halted: [503, 'Stopped to make room for others'],
  maintenance: [503, 'The service is being maintained'],
  'shutting-down': [503, 'The server is restarting'],
  full: [507, 'No room is left'],
} as const satisfies Partial<Record<Reason, readonly [status: number, title: string]>>;

/** Every kind of problem, for the documents. */
export const PROBLEM_KINDS: readonly { readonly kind: string; readonly status: number; readonly title: string }[] =
  Object.entries(REASONS).map(([kind, [status, title]]) => ({ kind, status, title }));

export function failureProblem({ code, message }: Failure): ProblemDocument {
  return document(code, message, []);
}

export function outcomeProblem(outcome: Outcome, problems: readonly Problem[]): ProblemDocument {
  const places = problems.map(placed);
  const [first] = places;
  const where = first?.line === undefined ? '' : `${first.file}:${first.line}:${first.column}: `;
  const text = outcomeText(outcome) ?? 'No image output';
  return document(outcome.kind, first === undefined ? `${text}.` : `${where}${first.message}.`, places);
}

/** One problem in the flat form of a document. */
export function placed({ severity, message, file, place }: Problem): PlacedProblem {
  if (place === undefined) return { severity, message, ...(file === undefined ? {} : { file }) };
  return { severity, message, ...place };
}

function document(reason: Reason, detail: string, problems: readonly PlacedProblem[]): ProblemDocument {
  // What cannot come over HTTP is a bug.
  const kind = isKnown(reason) ? reason : 'server';
  const [status, title] = REASONS[kind];
  return { type: `/api-docs#${kind}`, title, status, detail, problems };
}

function isKnown(reason: Reason): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason);
}
