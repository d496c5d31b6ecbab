import type { Page } from '@playwright/test';
import { openLargeGraph } from '@/test/largeGraph';
import { busiestTask } from './mainThread';

/** The page of a large graph while all of it changes at once. */

const TASKS = 1000;

/** Milliseconds of the processor that the longest task took while a graph was cancelled and shown so. */
export async function measureCancelledGraph(page: Page, url: string): Promise<number> {
  await openLargeGraph(page, url, TASKS);
  await page.waitForFunction((count) => document.querySelectorAll('[data-task]').length === count, TASKS);
  // Found beforehand: to look for a name among a thousand buttons keeps the page itself busy for a second.
  const button = await page.getByRole('button', { name: 'Cancel all' }).boundingBox();
  if (button === null) throw new Error('there is nothing to press');
  return busiestTask(page, async () => {
    const asked = page.waitForResponse(/\/api\/v1\/tasks\?graph/);
    await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await page.waitForFunction(
      (words) => document.querySelector('[role=status]')?.textContent?.includes(words),
      `${TASKS.toLocaleString('en-US')} cancelled`,
    );
    // What is asked for afterwards is read and drawn as well.
    await (await asked).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  });
}
