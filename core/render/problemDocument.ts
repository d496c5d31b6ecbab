import { outcomeText } from '@/core/submission/texts';
import type { Problem } from '@/core/diagnostics/problems';
import type { Failure } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import { problemOf } from '@/core/problems';
import { at } from '../basePath';

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

function document(reason: string, detail: string, problems: readonly PlacedProblem[]): ProblemDocument {
  const { code, status, title } = problemOf(reason, 'render');
  return { type: at(`/api-docs#${code}`), title, status, detail, problems };
}
