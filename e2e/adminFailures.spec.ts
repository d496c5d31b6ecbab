import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './support/accessible';
import { AdminPage } from './support/adminPage';
import { TOKEN_VARIABLE } from './support/globalSetup';
import { expectNothingCut } from './support/nothingCut';
import { expect, test } from './support/test';

/** docs/admin.md, "Failures", "Search" and "Webhooks", by hand. */

const TOKEN = process.env[TOKEN_VARIABLE] ?? '';

test('an administrator finds out why a render failed, and keeps the search in the address', async ({
  page,
  address,
}) => {
  const wrong = await page.request.post(`${address}/render`, {
    data: 'nosuchpen(7);',
    headers: { 'content-type': 'text/plain' },
  });
  expect(wrong.status()).toBe(422);
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Failures');
  const failures = admin.panel('failures');
  const group = page
    .getByRole('group', { name: 'Failures by cause' })
    .getByRole('row')
    .filter({ hasText: 'nosuchpen' });
  await group.getByRole('button').click();
  await expect(page).toHaveURL(/\/admin\/failures\?q=cause%3Afailed/);
  await page.reload();
  await expect(page.getByTestId('failure-count')).toContainText(/^\d+ failures? of/);
  await failures
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const detail = page.getByTestId('failure-detail');
  await expect(detail.getByLabel('End of the output')).toContainText('nosuchpen');
  await expect(detail.getByRole('list', { name: 'Timing' })).toContainText('asy');
  const saving = page.waitForEvent('download');
  await detail.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^failure-[\w-]+\.json$/);
  await expectAccessible(page);
  await expectNothingCut(page);
  await page.getByLabel('Search').fill('cause:failed colour:red');
  await expect(failures).toContainText('“colour:red” isn’t understood.');
  await page.getByLabel('Search').fill('cause:failed -cause:failed');
  await expect(failures).toContainText('No matches');
});

test('an administrator sees who ran where and when people waited, on a phone too', async ({ page, address }) => {
  await page.request.post(`${address}/render`, {
    data: 'draw((0,0)--(7,77));',
    headers: { 'content-type': 'text/plain' },
  });
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Backends');
  await expect(
    admin
      .panel('timeline')
      .getByRole('img', { name: /success/ })
      .first(),
  ).toBeAttached();
  await expect(
    admin
      .panel('backends')
      .getByRole('img', { name: /busy over the last 5 minutes/ })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNothingCut(page);
  await admin.open('Overview');
  await expect(admin.panel('heat')).toBeVisible();
  await expectNothingCut(page);
});

test('an administrator adds a webhook, tests it and sees the delivery', async ({ page, address }) => {
  const heard: string[] = [];
  const receiver = createServer((request, response) => {
    heard.push(String(request.headers['x-asyground-event']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`;
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Webhooks');
  await page.getByLabel('Address').fill('ftp://nowhere');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(admin.said).toContainText('http or https');
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByTestId('webhook-secret')).toHaveText(/^[\w-]{43}$/);
  await page.getByRole('button', { name: `Send test to ${url}` }).click();
  await expect(
    page.getByTestId('deliveries').getByRole('row').filter({ hasText: url }).filter({ hasText: 'HTTP 204' }),
  ).toBeVisible();
  expect(heard).toContain('test');
  await expectAccessible(page);
  await expectNothingCut(page);
  expect(await admin.confirm(page.getByRole('button', { name: `Remove ${url}` }))).toContain('Remove 1 webhook');
  await expect(admin.panel('webhooks')).toContainText('No webhooks yet');
  receiver.close();
});
