import { TEST_IDS } from '../components/lib/testIds';
import { expectAccessible } from './support/accessible';
import { expect, test } from './support/test';

test('someone takes the first steps of the tutorial, leaves, and goes on later', async ({ playground }) => {
  const { page } = playground;
  const tutorial = page.getByTestId(TEST_IDS.tutorial);
  await playground.open();
  await page.getByRole('button', { name: 'Help and shortcuts' }).click();
  await page.getByRole('button', { name: 'Start tutorial' }).click();
  await expect(tutorial).toContainText('Step 1 of 11');
  await expect(tutorial.getByLabel('To do:')).toBeVisible();
  await playground.expectUpToDate();
  await playground.setText('size(7cm);\ndraw((0, 0) -- (3, 2));\n');
  await expect(tutorial.getByLabel('Done:')).toBeVisible();
  await tutorial.getByRole('button', { name: 'Next' }).click();
  await expect(tutorial).toContainText('A closed path');
  expect(await playground.text()).toContain('(3, 2)');
  await tutorial.getByRole('button', { name: 'Show me' }).click();
  await expect(tutorial.getByLabel('Done:')).toBeVisible();
  await tutorial.getByRole('button', { name: 'Next' }).click();
  await expect(playground.saving).toHaveText('Saved in this browser');
  await playground.open();
  await expect(tutorial).toContainText('Step 3 of 11');
  await tutorial.getByRole('button', { name: 'Close tutorial' }).click();
  await expect(tutorial).toHaveCount(0);
});

test('someone looks for a TeX package, and chooses another engine', async ({ playground, address }) => {
  const { page } = playground;
  await page.goto(`${address}/packages`);
  await page.getByLabel('Search packages and fonts').fill('siunitx');
  await expect(page.getByRole('listitem').getByText('siunitx').first()).toBeVisible();
  await expectAccessible(page);
  await playground.open();
  await page.keyboard.press('Control+,');
  await page.getByLabel('TeX engine').selectOption('pdflatex');
  await page.keyboard.press('Escape');
  await playground.draw('size(3cm);\ndraw(unitcircle);\nlabel("$x$", (0, 0));\n');
});
