import type { Page } from '@playwright/test';
import { TEST_IDS } from '../components/lib/testIds';
import type { PlaygroundPage } from './support/playgroundPage';
import { expect, test } from './support/test';

/** The middle of a side and the corner of a triangle whose width is fixed: a corner that moves changes the scale. */
const CODE = `size(8cm);
pair A=(0,0), B=(4,0), C=(1,3);
draw(A--B--C--cycle);
dot((A+B)/2);
`;

const handleOf = (page: Page, point: string) => page.getByRole('button', { name: `Point ${point}, line 2` });

async function centreOf(page: Page, point: string): Promise<{ x: number; y: number }> {
  const box = await handleOf(page, point).boundingBox();
  if (box === null) throw new Error(`${point} has no handle`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The cursor's line shows its points. */
async function openWithCursorInLine2(playground: PlaygroundPage): Promise<void> {
  await playground.open();
  await playground.draw(CODE);
  await playground.page.locator('.view-line').nth(1).click();
  await expect(handleOf(playground.page, '(1,3)')).toBeVisible();
}

test('someone drags a corner, and the code follows; undo brings it back at once', async ({ playground }) => {
  const { page } = playground;
  await openWithCursorInLine2(playground);
  const from = await centreOf(page, '(4,0)');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const to = { x: from.x + 83, y: from.y - 41 };
  await page.mouse.move(from.x + 20, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => playground.text()).not.toContain('(4,0)');
  const [moved = ''] = /B=(\([^)]*\))/.exec(await playground.text())?.slice(1) ?? [];
  // After the exact render it is where the pointer left it, although the drawing has another scale.
  await expect(handleOf(page, moved)).toBeVisible();
  const landed = await centreOf(page, moved);
  expect(Math.hypot(landed.x - to.x, landed.y - to.y)).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await page.locator('.view-line').nth(0).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text()).toBe(CODE);
});

test('someone moves a point by keys, and is told where a computed one comes from', async ({ playground }) => {
  const { page } = playground;
  await openWithCursorInLine2(playground);
  await handleOf(page, '(1,3)').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => playground.text()).toMatch(/C=\(1\.\d+,3\)/);
  const [a, b] = [await centreOf(page, '(0,0)'), await centreOf(page, '(4,0)')];
  await page.mouse.move((a.x + b.x) / 2 + 2, a.y);
  await expect(page.getByTestId(TEST_IDS.computedPoint)).toContainText('Computed from (0,0) and (4,0)');
});

test('someone drags the number of a slider in the code', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('real r = 1; // slider 0..3 step 0.5\ndraw(scale(r)*unitcircle);\nsize(3cm);\n');
  const number = await playground.editor.getByText('1', { exact: true }).last().boundingBox();
  if (number === null) throw new Error('the number has no place');
  const [x, y] = [number.x + number.width / 2, number.y + number.height / 2];
  await page.keyboard.down('Alt');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 9, y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  expect(await playground.text()).toContain('real r = 2;');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('someone drags a corner with a finger', async ({ playground }) => {
    const { page } = playground;
    await playground.openPlain();
    await playground.draw(CODE);
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await page.touchscreen.tap(20, 300);
    await expect(handleOf(page, '(1,3)')).toBeVisible();
    const { x, y } = await centreOf(page, '(1,3)');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y: y + by }],
      });
    await touch('touchStart', 0);
    for (const by of [5, 15, 30]) await touch('touchMove', by);
    await touch('touchEnd', 30);
    await expect.poll(() => playground.text()).not.toContain('(1,3)');
    await playground.expectUpToDate();
    await expect(handleOf(page, '(4,0)')).toBeVisible();
  });
});
