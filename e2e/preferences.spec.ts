import type { Locator, Page } from '@playwright/test';
import { AdminPage } from './support/adminPage';
import { TOKEN_VARIABLE } from './support/globalSetup';
import { shareFigure } from './support/sharedLink';
import { expect, test } from './support/test';

/** What people have set in their browser or system: a large zoom, colours of their own, a printer. */

/** What a window of 1280 by 1024 px has left at 400 %. */
const ZOOMED = { width: 320, height: 256 };

test('someone reads at 400 %, and nothing is cut off', async ({ page, address, request }) => {
  await page.setViewportSize(ZOOMED);
  const shared = await shareFigure(request, address);
  for (const url of [address, `${address}/gallery`, shared]) {
    await page.goto(url);
    await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible();
    await expect.poll(() => cutOff(page), url).toEqual([]);
  }
  await new AdminPage(page, address).signIn(process.env[TOKEN_VARIABLE] ?? '');
  await expect.poll(() => cutOff(page), 'admin').toEqual([]);
});

test('someone uses colours of their own, and sees buttons, states and the focus', async ({ playground }) => {
  const { page } = playground;
  await page.emulateMedia({ forcedColors: 'active' });
  await playground.open();
  const share = page.getByRole('button', { name: 'Share' });
  expect(await styleOf(share, 'border-top-width')).toBe('1px');
  const live = page.getByRole('tab', { selected: true }).first();
  const other = page.getByRole('tab', { selected: false }).first();
  expect(await styleOf(live, 'background-color')).not.toBe(await styleOf(other, 'background-color'));
  const format = (name: string) =>
    page.locator('label').filter({ has: page.getByRole('radio', { name, exact: true }) });
  expect(await styleOf(format('SVG'), 'background-color')).not.toBe(await styleOf(format('PDF'), 'background-color'));
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus-visible');
  expect(await styleOf(focused, 'outline-style')).toBe('solid');
  expect(await styleOf(focused, 'outline-color')).not.toBe(await styleOf(focused, 'background-color'));
  // A picture is drawn for white paper.
  expect(await styleOf(page.locator('.sheet'), 'background-color')).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ forcedColors: null });
});

test('someone prints the picture and the code, and nothing else', async ({ playground, context, request, address }) => {
  const { page } = playground;
  const lines = Array.from({ length: 120 }, (_, i) => `// line ${i + 1}`).join('\n');
  await playground.open();
  await playground.draw(`size(4cm);\ndraw(unitcircle, red);\n${lines}\n`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('// line 120')).toBeVisible();
  await expect(page.locator('article img')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  const reader = await context.newPage();
  await reader.goto(await shareFigure(request, address));
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByRole('img', { name: 'Picture: Red circle' })).toBeVisible();
  await expect(reader.getByText('draw(unitcircle, red);')).toBeVisible();
  await expect(reader.getByRole('button').or(reader.getByRole('link'))).toHaveCount(0);
  await reader.close();
});

/** Controls that lie outside the window and cannot be scrolled to, and the page itself if it scrolls sideways. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const outside = [...document.querySelectorAll('button, a, input, select, textarea, [role=tab], h1, h2')].filter(
      (element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
        return isSeen && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
      },
    );
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return [...(isWide ? ['the page'] : []), ...outside.map((element) => element.outerHTML.slice(0, 120))];
  });
}

function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
}
