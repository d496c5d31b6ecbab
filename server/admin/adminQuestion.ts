import {
  questionTable,
  type AskAnswer,
  type QuestionArgs,
  type QuestionName,
  type QuestionReply,
} from '@/core/admin/questions';
import { foreseen, matchingTasks } from '@/core/admin/leaderQuestion';
import { parseQuery } from '@/core/admin/query';
import { success, type Result } from '@/core/result';
import type { RefusalReason } from '@/core/admin/reason';
import { parseLevels } from '@/platform/config/levels';
import type { FailureStore } from '../queue/failureStore';
import { cannot } from './adminAction';
import type { FailureIndex } from './failureIndex';
import type { Leader } from './leader';

/** What the questions of the admin page answer; what they take and who may ask says core/admin/questions.ts. */

type Answered<T> = Result<T> & { readonly reason?: RefusalReason };

export type AdminQuestions = {
  readonly [Name in QuestionName]: (args: QuestionArgs<Name>) => Promise<Answered<QuestionReply<Name>>>;
};

interface QuestionParts {
  readonly index: Pick<FailureIndex, 'find'>;
  readonly store: Pick<FailureStore, 'read'>;
  readonly leader: Pick<Leader, 'ask'>;
}

const NO_SCHEDULER = () => cannot('The scheduler did not answer.', 'scheduler-silent');

export function adminQuestions({ index, store, leader }: QuestionParts): AdminQuestions {
  const understood = (query: string) => {
    const { wrong } = parseQuery(query);
    return wrong === undefined ? undefined : cannot(`${wrong} is not understood.`, 'bad-query', { part: wrong });
  };
  return {
    'failures.find': async ({ query }) => understood(query) ?? success(await index.find(query, Date.now())),
    'failure.read': async ({ id }) => {
      const found = await store.read(id);
      return found ? success(found) : cannot('This failure is not kept any more.', 'unknown-failure');
    },
    'tasks.count': async ({ query }) => {
      const wrong = understood(query);
      if (wrong) return wrong;
      const counted = await leader.ask({ ask: 'matching', query }, matchingTasks);
      return counted ? success(counted) : NO_SCHEDULER();
    },
    'queue.foresee': async ({ change }) => {
      const levels = change.set === 'levels' ? parseLevels(change.levels) : undefined;
      if (levels && !levels.ok) return cannot(levels.failure.message, 'bad-levels');
      const found = await leader.ask({ ask: 'what-if', change }, foreseen);
      return found ? success(found) : NO_SCHEDULER();
    },
  };
}

export async function runQuestion<Name extends QuestionName>(
  questions: AdminQuestions,
  name: Name,
  args: unknown,
): Promise<AskAnswer> {
  const parsed = questionTable[name].args.safeParse(args);
  const answered: Answered<unknown> = parsed.success
    ? await questions[name](parsed.data)
    : cannot('This is not understood.');
  if (answered.ok) return { ok: true, reply: answered.value };
  return { ok: false, error: answered.failure.message, reason: answered.reason };
}
