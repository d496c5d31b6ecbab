import { AdminPage } from './support/adminPage';
import { TOKEN_VARIABLE } from './support/globalSetup';
import { expect, test } from './support/test';

/** docs/admin.md, "AdminActions", pulled by hand; what each of them does in the product is in test/adminActions. */

const TOKEN = process.env[TOKEN_VARIABLE] ?? '';

test('an administrator removes a link that was reported, and empties the cache', async ({ page, address }) => {
  const made = await page.request.post(`${address}/api/links`, {
    data: { files: [{ name: 'main.asy', text: 'draw((0,0)--(3,1));' }], main: 'main.asy', title: 'The solution' },
  });
  const { id } = (await made.json()) as { id: string };
  await page.request.post(`${address}/api/links/${id}/report`, { data: { words: 'It spoils the exam.' } });
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await expect(admin.alarms).toContainText(/reports? about shared links/);
  await admin.open('Links');
  const links = admin.panel('links');
  await expect(links.getByRole('row').filter({ hasText: 'It spoils the exam.' })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await links
    .getByRole('link', { name: id.slice(0, 8) })
    .first()
    .click();
  const shown = await opening;
  await expect(shown).toHaveTitle(/The solution/);
  await shown.close();
  const remove = links.getByRole('button', { name: `Remove ${id}` }).first();
  expect(await admin.confirm(remove)).toContain('Remove 1 link');
  await expect(links.getByRole('button', { name: `Remove ${id}` })).toHaveCount(0);
  await expect(links).not.toContainText('It spoils the exam.');
  expect((await page.request.get(`${address}/s/${id}`)).status()).toBe(404);

  await admin.open('Cache');
  const emptied = await admin.confirm(page.getByRole('button', { name: 'Clear cache' }));
  expect(emptied).toMatch(/^Clear the cache\? [1-9]\d* results? will be rendered again/);
  await expect(admin.panel('cache')).toContainText('0 renders');
});

test('an administrator changes limits and takes them back, drains a backend, blocks a client', async ({
  page,
  address,
}) => {
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Queue');
  const limits = page.getByLabel('Limits', { exact: true });
  const before = await limits.inputValue();
  await limits.fill('3,2');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(admin.said).toContainText('ascend');
  await limits.fill('3:1,10:1,30:1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Levels').getByRole('row').nth(2)).toContainText('0 of 1');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(limits).toHaveValue(before);
  await expect(page.getByRole('button', { name: 'Reset to configured' })).toHaveCount(0);

  await admin.open('Backends');
  const drain = admin
    .panel('backends')
    .getByRole('button', { name: /^Drain/ })
    .first();
  await drain.click();
  await expect(admin.panel('backends').getByText('draining', { exact: true })).toHaveCount(1);
  await admin
    .panel('backends')
    .getByRole('button', { name: /^Resume/ })
    .click();
  await expect(admin.panel('backends').getByText('draining', { exact: true })).toHaveCount(0);
  const stop = admin.panel('backends').getByRole('button', { name: /^Stop/ }).first();
  expect(await admin.confirm(stop)).toContain('0 running tasks');
  await admin
    .panel('backends')
    .getByRole('button', { name: /^Resume/ })
    .click();

  await admin.open('Clients');
  await page.getByLabel('Client or address').fill('192.0.2.7');
  expect(await admin.confirm(admin.panel('clients').getByRole('button', { name: 'Block' }))).toContain('1 client');
  await admin.panel('clients').getByRole('button', { name: 'Allow 192.0.2.7' }).click();
  await expect(admin.panel('clients').getByRole('button', { name: 'Allow 192.0.2.7' })).toHaveCount(0);
  await admin.open('Audit log');
  await expect(admin.panel('audit')).toContainText('client.allow');
});

test('an administrator begins maintenance, of which people are told, and ends it', async ({ page, address }) => {
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Announcement');
  await page.getByLabel(/^Maintenance/).fill('Back at noon.');
  const question = await admin.confirm(page.getByRole('button', { name: 'Start maintenance' }));
  expect(question).toMatch(/\d tasks? in the queue will finish/);
  await expect(page.getByRole('button', { name: 'End maintenance' })).toBeVisible();
  const refused = await page.request.post(`${address}/render`, { data: 'draw((0,0)--(3,2));' });
  expect([refused.status(), await refused.json()]).toMatchObject([503, { detail: 'Back at noon.' }]);
  await page.getByRole('button', { name: 'End maintenance' }).click();
  await expect(page.getByRole('button', { name: 'End maintenance' })).toHaveCount(0);
  expect((await page.request.post(`${address}/render`, { data: 'draw((0,0)--(3,2));' })).status()).toBe(200);
});
