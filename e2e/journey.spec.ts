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

test('a newcomer has a labelled triangle on disk after five actions', async ({ playground, address }) => {
  const { page } = playground;
  // 1: come.
  await page.goto(address);
  // 2: go into the code, 3: take all of it, 4: write.
  await playground.editor.locator('.view-line').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(TRIANGLE);
  await playground.expectUpToDate();
  // 5: take it away.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('main.svg');
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
  await page.getByRole('button', { name: 'Download as…' }).click();
  await page.getByRole('menuitem', { name: 'Download as PDF' }).click();
  expect((await download).suggestedFilename()).toBe('main.pdf');
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
