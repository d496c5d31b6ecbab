import type { Failure } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import { outcomeText } from '@/core/submission/texts';
import type { CloseCode } from './events';
import { formatServerText } from './serverMessages';

/** How a session ends while its client is still there: the last message and the close (docs/asyonline.md, 19, 20). */

export type Ending =
  { readonly type: 'complete'; readonly outcome: Outcome } | { readonly type: 'deny'; readonly failure: Failure };

interface LastWords {
  readonly text: string;
  readonly code: CloseCode;
}

/** `hasBegun`: the process of the task has started, so that a reason of ours is told by `complete`, not by `deny`. */
export function lastWords(ending: Ending, hasBegun: boolean): LastWords {
  if (ending.type === 'deny') {
    return { text: formatServerText('deny', { error: ending.failure.message }), code: closeCode(ending.failure.code) };
  }
  const error = outcomeText(ending.outcome);
  const code = closeCode(ending.outcome.kind);
  if (code !== 1000 && error !== undefined && !hasBegun) return { text: formatServerText('deny', { error }), code };
  return { text: formatServerText('complete', { error }), code };
}

export function denial(failure: Failure | undefined): Ending | undefined {
  return failure && { type: 'deny', failure };
}

function closeCode(reason: Failure['code'] | Outcome['kind']): CloseCode {
  switch (reason) {
    case 'shutting-down':
      return 1001;
    case 'server':
    case 'server-error':
      return 1011;
    default:
      return 1000;
  }
}
