import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_IDS } from '../components/lib/testIds';
import { shareFigure } from './support/sharedLink';
import { expect, test } from './support/test';

const FIGURE = 'size(4cm);\ndraw(unitcircle, red);\n';

test('someone shares a drawing, changes it under the same link, and takes it back', async ({ playground, context }) => {
  const { page } = playground;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await playground.open();
  await playground.draw(FIGURE);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Title').fill('My circle');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();

  const reader = await context.newPage();
  await reader.goto(url);
  await expect(reader.getByRole('heading', { name: 'My circle' })).toBeVisible();
  await expect(reader.getByRole('img', { name: 'Picture: My circle' })).toBeVisible();
  await expect(reader.getByText('draw(unitcircle, red);')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', /\/picture\.pdf$/);
  await reader.getByRole('button', { name: 'Copy main.asy' }).click();
  await expect(reader.getByRole('button', { name: 'Copy main.asy' })).toHaveText('Copied');
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toContain('draw(unitcircle, red);');
  await reader.goto(url.replace('/s/', '/embed/'));
  await expect(reader.getByRole('heading', { level: 1, name: 'My circle' })).toBeAttached();
  await reader.goto(url);
  await reader.getByRole('link', { name: 'Open in playground' }).click();
  await expect(reader.getByTestId(TEST_IDS.notice)).toContainText('Opened My circle');
  await expect(reader).toHaveURL(url.replace(/s\/[^/]+$/, ''));

  await dialog.getByRole('button', { name: 'Close' }).click();
  await playground.draw('size(4cm);\ndraw(unitsquare, blue);\n');
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByLabel('Description for screen readers').fill('A blue square.');
  await dialog.getByRole('button', { name: 'Update link' }).click();
  await expect(dialog.getByText('Link updated')).toBeVisible();
  await reader.goto(url);
  await expect(reader.getByText('draw(unitsquare, blue);')).toBeVisible();
  // It is in the program from now on, and with the picture.
  await expect(reader.getByText('// alt: A blue square.')).toBeVisible();
  await expect(reader.getByRole('img', { name: 'A blue square.' })).toBeVisible();

  // Another one, and the first is still to be found here.
  await dialog.getByLabel('Title').fill('My square');
  await dialog.getByRole('button', { name: 'Create another link' }).click();
  await dialog.getByText('Your other links (1)').click();
  await expect(dialog.getByRole('link', { name: 'My circle' })).toHaveAttribute('href', url);
  await dialog.getByRole('button', { name: 'Delete link My circle' }).click();
  await page.getByTestId('confirm-yes').click();
  await expect(dialog.getByText(/Your other links/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete link', exact: true }).click();
  await page.getByTestId('confirm-yes').click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await reader.goto(url);
  await expect(reader.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await reader.close();
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('someone reports a link', async ({ page, address, request }) => {
  await page.goto(await shareFigure(request, address));
  await page.getByRole('button', { name: 'Report this' }).click();
  await page.getByLabel('What’s wrong with it?').fill('It shows a red circle.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('status')).toContainText('Thank you');
});

test('someone reads a figure inside a page of another origin, and tries it there', async ({
  page,
  address,
  request,
}) => {
  const url = await shareFigure(request, address);
  const frameAddress = `${url.replace('/s/', '/embed/')}?view=try`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><iframe src="${frameAddress}" width="500" height="10"></iframe><script src="${address}/embed.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('img')).toBeVisible();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0).toBeGreaterThan(200);
    await frame.getByLabel('Program').fill('size(4cm);\ndrw(unitcircle);\n');
    await frame.getByRole('button', { name: 'Run' }).click();
    await expect(frame.getByText('main.asy:2:1: No matching variable')).toBeVisible();
    await frame.getByLabel('Program').fill('size(1cm);\ndraw(unitsquare);\n');
    await frame.getByRole('button', { name: 'Run' }).click();
    await expect(frame.getByText('No matching variable')).toHaveCount(0);
  } finally {
    server.close();
  }
});
