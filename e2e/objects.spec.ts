import { TEST_IDS } from '../components/lib/testIds';
import { expect, test } from './support/test';

const CODE = `size(6cm);
fill(shift(-2,0)*unitsquare, red);
fill(shift(2,0)*unitsquare, blue);
draw(shift(2,0)*scale(0.5)*unitsquare, white);
`;

test('someone clicks on the picture and is in the line that drew it', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw(CODE);
  const line = (number: number) =>
    page.locator('.monaco-editor .line-numbers.active-line-number', { hasText: `${number}` });
  const pointAt = async (x: number, y: number) => {
    const box = await playground.picture.boundingBox();
    if (box === null) throw new Error('the picture has no place');
    return { x: box.x + x * box.width, y: box.y + y * box.height };
  };
  const left = await pointAt(0.1, 0.5);
  await expect(async () => {
    await page.mouse.move(left.x, left.y);
    await page.mouse.move(left.x + 1, left.y);
    await expect(page.getByTestId(TEST_IDS.hoveredObject)).toHaveText('Line 2: fill', { timeout: 1000 });
  }).toPass();
  await page.mouse.click(left.x, left.y);
  await expect(line(2)).toBeVisible();
  await expect(page.getByTestId(TEST_IDS.announcer)).toHaveText('Went to line 2');

  // Two squares lie here: the smaller one is offered first. Zoomed, it is the same.
  await page.getByRole('button', { name: 'Zoom out' }).click();
  const both = await pointAt(0.85, 0.8);
  await page.mouse.click(both.x, both.y);
  const offered = page.getByRole('menu', { name: 'Go to line' }).getByRole('menuitem');
  await expect(offered).toHaveText(['Line 4: draw', 'Line 3: fill']);
  await offered.first().click();
  await expect(line(4)).toBeVisible();

  // A drag moves the picture, and the cursor stays.
  const before = await pointAt(0.1, 0.5);
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 30, { steps: 3 });
  await page.mouse.up();
  expect((await pointAt(0.1, 0.5)).x).toBeCloseTo(before.x + 60, 0);
  await expect(line(4)).toBeVisible();
});

test('someone goes through the picture by keys, and sees what a line draws', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw(CODE);
  const objects = page.getByTestId(TEST_IDS.objects);
  await objects.getByRole('button').focus();
  await expect(objects.getByRole('button', { name: 'Line 2: fill, 1 of 3' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(objects.getByRole('button', { name: 'Line 3: fill, 2 of 3' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId(TEST_IDS.announcer)).toHaveText('Went to line 3');
  await expect(objects.locator('[aria-hidden]')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type('Outline what the cursor');
  await page.keyboard.press('Enter');
  await expect(objects.locator('[aria-hidden]')).toHaveCount(0);
});
