import type { Page } from '@playwright/test';
import { TEST_IDS } from '../components/lib/testIds';

/** Makes a graph of so many tasks in the page's own name, and opens it. None of them ever starts by itself. */
export async function openLargeGraph(page: Page, url: string, count: number): Promise<void> {
  await page.goto(`${url}/graphs`);
  const tasks = Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, taskOf(i, count)]));
  await page.evaluate(
    async ({ url, body }) => {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/api/v1/tasks`, { method: 'POST', headers, body: JSON.stringify(body) });
    },
    { url, body: { tasks, hold: true } },
  );
  await page.reload();
  await page.getByTestId(TEST_IDS.graphList).getByRole('button').first().click();
}

/** A tree: each but the first waits for one, and lets two go on. */
function taskOf(i: number, count: number) {
  const children = [2 * i + 1, 2 * i + 2].filter((child) => child < count);
  const command = { render: { files: { 'a.asy': `write(${i});` }, main: 'a.asy' } };
  return { command, continuations: children.map((child) => `n${child}`) };
}
