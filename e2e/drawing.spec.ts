import { colorAt } from './support/pixels';
import { expect, test } from './support/test';

test('a newcomer sees a picture before any script has run', async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const picture = page.getByRole('img', { name: /Picture drawn by/ });
  await expect(picture).toBeVisible();
  expect((await picture.boundingBox())?.width).toBeGreaterThan(200);
  await expect(page.getByLabel('Code of main.asy')).toHaveValue(/Pythagoras/);
  await context.close();
});

test('someone types and the picture follows', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitsquare);\n');
  const square = await playground.picture.getAttribute('src');
  await playground.editor.click();
  await playground.page.keyboard.press('Control+End');
  await playground.page.keyboard.type('dot((0,0));', { delay: 30 });
  await expect.poll(() => playground.text()).toContain('dot((0,0));');
  await expect(playground.picture).not.toHaveAttribute('src', square ?? '');
  await playground.expectUpToDate();
  await expect(playground.announcement).toHaveText(/^Rendered in \d/);
});

test('someone turns live rendering off and runs by key', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Live' }).click();
  await playground.setText('size(3cm);\ndraw(unitcircle);\n');
  await expect(playground.status).toHaveText('Picture out of date');
  await expect(playground.runButton).toContainText('Picture out of date.');
  await playground.editor.click();
  await playground.page.keyboard.press('Control+Enter');
  await playground.expectUpToDate();
  expect(await playground.text()).toBe('size(3cm);\ndraw(unitcircle);\n');
});

test('someone chooses another format', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(72bp,0);\nfill(unitcircle, rgb(0.8, 0, 0));\n');
  await expect.poll(() => colorAt(playground.picture, 0.5, 0.5)).toEqual([204, 0, 0]);
  await playground.page.getByText('PNG', { exact: true }).click();
  await expect(playground.page.getByText(/^PNG, /)).toBeVisible();
  await playground.expectUpToDate();
  // As many pixels as it is wide on the screen: it is sharp.
  const shown = (await playground.picture.boundingBox())?.width ?? Infinity;
  expect((await playground.pictureSize()).width).toBeGreaterThanOrEqual(Math.floor(shown));
  await playground.page.getByText('PDF', { exact: true }).click();
  await expect(playground.page.getByText(/^PDF, /)).toBeVisible();
  await expect.poll(() => colorAt(playground.picture, 0.5, 0.5)).toEqual([204, 0, 0]);
  expect(await colorAt(playground.picture, 0.02, 0.02)).toEqual([255, 255, 255]);
});

test('someone reads what the program writes', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(2cm);\nwrite("π is about " + string(pi));\ndraw(unitcircle);\n');
  await playground.showOutput();
  await expect(playground.output).toContainText('π is about 3.14');
});

test('someone looks at several pictures of one program', async ({ playground }) => {
  await playground.open();
  await playground.setText(
    'picture p;\nfill(p, scale(20)*unitcircle);\nshipout("dot", p);\nsize(3cm);\ndraw(unitsquare);\n',
  );
  const choice = playground.page.getByRole('combobox', { name: 'Picture' });
  await expect(choice.getByRole('option')).toHaveCount(2);
});
