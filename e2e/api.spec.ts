import { expect, test } from './support/test';
import { expectAccessible } from './support/accessible';

test('someone tries a request on the page of the API', async ({ page, address }) => {
  await page.goto(`${address}/api-docs`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents
    .getByRole('link', { name: /^POST \/api\/links/ })
    .first()
    .click();
  const links = page.getByRole('region', { name: 'POST /api/links', exact: true });
  await expect(links).toBeInViewport();
  await expect(links.getByLabel('Example', { exact: true })).toHaveValue(/^curl -X POST/);
  const render = page.getByRole('region', { name: 'POST /render', exact: true });
  await render.getByText('Try it').click();
  await render.getByLabel('scale', { exact: true }).fill('2');
  await render.getByRole('button', { name: 'Send' }).click();
  await expect(render.getByRole('status')).toContainText('200');
  await expect(render.getByRole('img', { name: 'Response image' })).toBeVisible();
  await render.getByLabel('scale', { exact: true }).fill('99');
  await render.getByRole('button', { name: 'Send' }).click();
  await expect(render.getByRole('status')).toContainText('400');
  await expect(render.getByText('must be a number from 0.1 to 10')).toBeVisible();
  await expectAccessible(page);
});
