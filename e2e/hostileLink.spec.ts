import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

/** A shared project is a stranger's: opening it must not freeze the page. */

const UNITS = 120_000;
const PROGRAMS = {
  'empty lines': `import${'\n'.repeat(UNITS)}`,
  'open blocks': '{'.repeat(UNITS),
  'open functions': 'int a=new int(){'.repeat(UNITS / 16),
  'imports without an end': 'from a access '.repeat(UNITS / 14),
};

/** The longest time, in milliseconds, for which the page did nothing else while it opened the program. */
async function longestGap(page: Page, address: string, text: string): Promise<number> {
  const body = { files: [{ name: 'main.asy', text }], main: 'main.asy' };
  const { id } = (await (await page.request.post(`${address}/api/links`, { data: body })).json()) as { id: string };
  await page.goto(`${address}/?link=${id}`);
  await page.locator('.monaco-editor').first().waitFor();
  return page.evaluate(() => (window as unknown as { longestGap: number }).longestGap);
}

test('opens whatever somebody has shared', async ({ page, address }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { longestGap: number };
    seen.longestGap = 0;
    let last = performance.now();
    setInterval(() => {
      seen.longestGap = Math.max(seen.longestGap, performance.now() - last);
      last = performance.now();
    }, 20);
  });
  const usual = await longestGap(page, address, 'draw(unitsquare);');
  for (const [name, text] of Object.entries(PROGRAMS))
    expect(await longestGap(page, address, text), name).toBeLessThan(usual * 6);
});
