import type { Page } from '@playwright/test';
import { TEST_IDS } from '@/components/testIds';
import { busiestTask } from './mainThread';

/** The page of a large graph while all of it changes at once. */

const TASKS = 1000;

/** Milliseconds of the processor that the longest task took while a graph was cancelled and shown so. */
export async function measureCancelledGraph(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/graphs`);
  const tasks = Object.fromEntries(Array.from({ length: TASKS }, (_, i) => [`n${i}`, taskOf(i)]));
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/v1/tasks', { method: 'POST', headers, body: JSON.stringify(body) });
    },
    { tasks },
  );
  await page.reload();
  await page.getByTestId(TEST_IDS.graphList).getByRole('button').first().click();
  await page.waitForFunction((count) => document.querySelectorAll('[data-task]').length === count, TASKS);
  // Found beforehand: to look for a name among a thousand buttons keeps the page itself busy for a second.
  const button = await page.getByRole('button', { name: 'Cancel all' }).boundingBox();
  if (button === null) throw new Error('there is nothing to press');
  return busiestTask(page, async () => {
    const asked = page.waitForResponse(/\/api\/v1\/tasks\?graph/);
    await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await page.waitForFunction(
      (words) => document.querySelector('[role=status]')?.textContent?.includes(words),
      `${TASKS} cancelled`,
    );
    // What is asked for afterwards is read and drawn as well.
    await (await asked).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  });
}

/** A tree: each but the last waits for one and is waited for by two. */
function taskOf(i: number) {
  const children = [2 * i + 1, 2 * i + 2].filter((child) => child < TASKS);
  return { command: { external: i }, continuations: children.map((child) => `n${child}`) };
}
