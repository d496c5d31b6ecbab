import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { TEST_IDS } from '../components/lib/testIds';
import { expectAccessible } from './support/accessible';
import { expect, test } from './support/test';

test('someone takes the picture in another format, reads coordinates and where the time went', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(6cm, 0);\nfill((1, 1) -- (3, 1) -- (3, 2) -- (1, 2) -- cycle, lightblue);\n');
  const box = await playground.picture.boundingBox();
  if (box === null) throw new Error('the picture has no place');
  await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByTestId(TEST_IDS.coordinates)).toHaveText(/^(2\.0\d*|1\.99\d*), 1\.[45]\d*$/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download picture' }).click();
  await page.getByLabel('PNG size').selectOption('4×');
  await page.getByRole('button', { name: /^PNG/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('main.png');
  const png = PNG.sync.read(readFileSync(await file.path()));
  expect(Math.abs(png.width - (6 / 2.54) * 96 * 4)).toBeLessThan(6);
  expect([...png.data.subarray(0, 4)]).not.toEqual([255, 255, 255, 255]);
  await page.getByRole('button', { name: 'Download picture' }).click();
  await expect(page.getByRole('button', { name: /^PNG/ })).toContainText('Last used');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Timing/ }).click();
  await expect(page.getByText('Network and browser')).toBeVisible();
});

test('someone finds every page in order', async ({ playground, address }) => {
  const { page } = playground;
  for (const path of ['/gallery', '/packages']) {
    await page.goto(`${address}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await playground.open();
  for (const [keys, name] of [
    ['Control+k', 'Commands'],
    ['Control+Shift+o', 'Outline'],
    ['Control+,', 'Settings'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});
