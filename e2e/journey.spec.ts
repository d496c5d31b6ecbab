import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { TEST_IDS } from '../components/lib/testIds';
import { expectAccessible } from './support/accessible';
import { expect, test } from './support/test';

const TRIANGLE = `size(6cm);
pair A = (0, 0), B = (4, 0), C = (1, 3);
draw(A -- B -- C -- cycle);
label("$A$", A, SW);
label("$B$", B, SE);
label("$C$", C, N);
`;

test('a newcomer has a labelled triangle as PDF after four actions', async ({ playground, address }) => {
  const { page } = playground;
  await page.goto(address);
  await expect(playground.editor.locator('.view-line').first()).toBeVisible();
  // 1: an empty page, which has the focus; 2: write.
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.keyboard.insertText(TRIANGLE);
  await playground.expectUpToDate();
  // 3: take it away, 4: as PDF.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('button', { name: /^PDF/ }).click();
  expect((await download).suggestedFilename()).toBe('main.pdf');
});

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
