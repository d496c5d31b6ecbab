import type { Page } from '@playwright/test';
import { z } from 'zod';

/** What the page's main thread does, as the browser's own trace tells it. */

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds of the processor. */
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional() }).optional(),
});
const MAIN_THREAD = 'CrRendererMain';
const TASK = /RunTask$/;

/** Milliseconds of the processor that the longest task took while `act` went on. */
export async function busiestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: z.infer<typeof eventSchema>[] = [];
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...value.flatMap((event) => eventSchema.safeParse(event).data ?? [])),
  );
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { categories: 'toplevel,devtools.timeline', transferMode: 'ReportEvents' });
  await act();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD);
  const isMain = ({ pid, tid }: { pid: number; tid: number }) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const microseconds = events.filter((event) => TASK.test(event.name) && isMain(event)).map(({ tdur = 0 }) => tdur);
  return Math.max(0, ...microseconds) / 1000;
}
