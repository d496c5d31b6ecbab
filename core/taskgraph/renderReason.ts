import type { Outcome } from '@/core/outcome';

/**
 * Why a render of a graph failed. The API tells it in an English sentence (docs/task-graph.md, "Shapes"); a page finds out
 * which one it is, and says it in its own language.
 */

const SENTENCES = {
  'time-limit': 'stopped after # s',
  'output-limit': 'wrote more than # bytes',
  'memory-limit': 'needed more than # bytes of memory',
  'no-image': 'drew nothing and wrote no file',
  aborted: 'was stopped',
  failed: 'the program failed; its output says why',
} as const;

type Code = keyof typeof SENTENCES;
const CODES = Object.keys(SENTENCES) as Code[];

export interface RenderReason {
  readonly code: Code;
  /** Of seconds or bytes, where the sentence has a number. */
  readonly amount?: number;
}

export function renderReasonText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'time-limit':
      return SENTENCES['time-limit'].replace('#', String(outcome.durationSeconds));
    case 'output-limit':
      return SENTENCES['output-limit'].replace('#', String(outcome.maxOutputBytes));
    case 'memory-limit':
      return SENTENCES['memory-limit'].replace('#', String(outcome.maxMemoryBytes));
    case 'no-image':
    case 'aborted':
      return SENTENCES[outcome.kind];
    default:
      return SENTENCES.failed;
  }
}

/** Undefined for any other text: workers give reasons of their own. */
export function readRenderReason(text: string): RenderReason | undefined {
  for (const code of CODES) {
    const [before = '', after] = SENTENCES[code].split('#');
    if (after === undefined) {
      if (text === before) return { code };
    } else if (text.startsWith(before) && text.endsWith(after)) {
      const digits = text.slice(before.length, text.length - after.length);
      const amount = Number(digits);
      if (digits.trim() !== '' && Number.isFinite(amount)) return { code, amount };
    }
  }
  return undefined;
}
