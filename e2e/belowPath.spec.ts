import { startProduct } from '../test/product';
import { AdminPage } from './support/adminPage';
import { PlaygroundPage } from './support/playgroundPage';
import { expect, test } from './support/test';
import { watch } from './support/watch';

/** BASE_PATH with a browser. All other tests run below a path, too: `BASE_PATH=/asy npx playwright test`. */

test('someone draws, opens an example, shares and signs in below a path', async ({ page }) => {
  // It starts a product of its own.
  test.slow();
  const product = await startProduct(['--base-path', '/below/here', '--backends', '1']);
  const seen = watch(page, product.url);
  // Whatever leaves the path is the request that was forgotten.
  const outside: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol === 'http:' && !pathname.startsWith('/below/here')) outside.push(pathname);
  });
  try {
    const playground = new PlaygroundPage(page, product.url);
    await playground.open();
    await playground.draw('size(4cm);\ndraw(unitcircle, red);\n');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(url).toContain(`${product.url}/s/`);
    await page.goto(url);
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto(`${product.url}/packages`);
    await page.getByRole('link', { name: 'Examples' }).click();
    await expect(page).toHaveURL(`${product.url}/gallery`);
    await page
      .getByRole('link', { name: /Converging lens/ })
      .first()
      .click();
    await playground.expectUpToDate();
    expect(seen.messages).toEqual([]);
    const admin = new AdminPage(page, product.url);
    await admin.signIn(product.adminToken);
    await admin.open('Cache');
    await expect(page).toHaveURL(`${product.url}/admin/cache`);
    await page.reload();
    await expect(page).toHaveURL(`${product.url}/admin/cache`);
    await expect(admin.freshness).toHaveText('Live');
    expect(outside).toEqual([]);
  } finally {
    await product.stop();
  }
});
