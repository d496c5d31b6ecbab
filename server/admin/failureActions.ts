import { success } from '@/core/result';
import type { Blobs } from '@/platform/blobs/blobs';
import { decodeFailureSources, failureSourcesName } from '@/platform/blobs/failureSources';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { FailureStore } from '../queue/failureStore';
import { cannot, type ActionsAbout } from './adminAction';

/** What can be done about a task that failed, where its sources were kept: read them, and run it again. */

interface FailureActionParts {
  readonly store: Pick<FailureStore, 'read'>;
  readonly blobs: Blobs;
  readonly detachedTasks: Pick<DetachedTasks, 'submit'>;
}

/** Those of tasks are parts of names in the blob store. */
const TASK_ID = /^[\w-]{1,128}$/;

export function failureActions({ store, blobs, detachedTasks }: FailureActionParts): ActionsAbout<'failure'> {
  const sourcesOf = async (id: string) => {
    const task = (await store.read(id))?.head.task;
    const bytes = task !== undefined && TASK_ID.test(task) ? await blobs.get(failureSourcesName(task)) : undefined;
    const submission = bytes && decodeFailureSources(bytes);
    return task !== undefined && submission ? { task, submission } : undefined;
  };
  const gone = () => cannot('The sources of this task are not kept.', 'no-failed-sources');
  return {
    /** Sources are people's own: that somebody looked stands in the log. */
    'failure.source': async ({ id }) => {
      const found = await sourcesOf(id);
      if (!found) return gone();
      const texts = [...found.submission.files].map(
        ([name, bytes]) => `// ${name}\n${Buffer.from(bytes).toString('utf8')}`,
      );
      return success({ what: `the sources of ${found.task}`, shown: texts.join('\n\n') });
    },
    /** As batch work, in the name of whoever asked: nobody waits for it, and it takes no place from people. */
    'failure.rerun': async ({ id }, by) => {
      const found = await sourcesOf(id);
      if (!found) return gone();
      const who = { client: `admin:${by.name}`, address: 'admin' };
      const { submission } = found;
      const task = await detachedTasks.submit({ endpoint: 'render', reference: '', submission, who });
      return success({
        what: `the failed task ${found.task}`,
        before: 'failed',
        after: `runs again as ${task}`,
        shown: task,
      });
    },
  };
}
