import { expectAccessible } from './support/accessible';
import { AdminPage } from './support/adminPage';
import { TOKEN_VARIABLE } from './support/globalSetup';
import { expect, test } from './support/test';

const TOKEN = process.env[TOKEN_VARIABLE] ?? '';

test('an administrator is turned away without a token, and comes in with one', async ({ page, address }) => {
  await page.goto(`${address}/admin`);
  await page.getByLabel('Token').fill('not a token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown token' })).toBeVisible();
  await expectAccessible(page);
  await new AdminPage(page, address).signIn(TOKEN);
  await expect(page.getByTestId('alarms')).toContainText('All systems normal');
  await page.reload();
  await expect(page.getByTestId('freshness')).toHaveText('Live');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Token')).toBeVisible();
});

test('an administrator reads everything in French, also why an action was refused', async ({ page, address }) => {
  await page.goto(`${address}/admin?lang=fr`);
  await page.getByLabel('Jeton').fill('not a token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Jeton inconnu' })).toBeVisible();
  await page.getByLabel('Jeton').fill(TOKEN);
  await page.keyboard.press('Enter');
  const admin = new AdminPage(page, address);
  await expect(admin.freshness).toHaveText('En direct');
  await page.getByRole('link', { name: 'Backends' }).click();
  await expect(admin.panel('backends').getByText('prêt', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'File d’attente' }).click();
  await page.getByLabel('Limites', { exact: true }).fill('3,2');
  await page.keyboard.press('Enter');
  await expect(admin.said).toContainText('croissantes');
});

test('an administrator goes from section to section, back and forth, and sends a link to one', async ({
  page,
  address,
}) => {
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Queue');
  await expect(page).toHaveURL(`${address}/admin/queue`);
  await admin.open('Backends');
  await page.goBack();
  await expect(admin.panel('classes')).toBeVisible();
  await page.goForward();
  await expect(admin.panel('backends')).toBeVisible();
  await page.goto(`${address}/admin/cache`);
  await expect(admin.panel('cache')).toBeVisible();
  // As it was when all panels stood on one page.
  await page.goto(`${address}/admin#levels`);
  await expect(page).toHaveURL(`${address}/admin/queue#levels`);
  await expect(admin.panel('levels')).toBeVisible();
  expect((await page.request.get(`${address}/admin/none`)).status()).toBe(404);
});

test('an administrator sees a task come and go, and reads its story', async ({ page, address, playground }) => {
  await playground.open();
  const admin = await page.context().newPage();
  const seen = new AdminPage(admin, address);
  await seen.signIn(TOKEN);
  await seen.open('Tasks');
  await playground.setText('while(true);');
  await expect(admin.getByRole('row').filter({ hasText: 'running' }).first()).toBeVisible();
  await page.bringToFront();
  await playground.draw('size(2cm); draw((0,0)--(1,1));');
  await admin.bringToFront();
  const ended = admin.getByTestId('tasks').getByRole('row').filter({ hasText: 'success' }).first();
  await expect(ended).toBeVisible();
  await ended.getByRole('button', { name: /Details/ }).click();
  await expect(admin.getByRole('list', { name: 'Timing' })).toContainText('asy');
  await seen.open('Queue');
  await expect(admin.getByTestId('decisions')).toContainText('permit');
  await expectAccessible(admin);
  await admin.close();
});

test('an administrator pauses a class by keyboard, announces, and takes both back', async ({
  page,
  address,
  playground,
}) => {
  await playground.open();
  const admin = await page.context().newPage();
  const seen = new AdminPage(admin, address);
  await seen.signIn(TOKEN);
  await seen.open('Queue');
  await admin.getByRole('button', { name: 'Pause slow' }).focus();
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('alertdialog')).toContainText('Pause slow? 0 tasks');
  await expect(admin.getByRole('alertdialog').getByRole('button', { name: 'Go back' })).toBeFocused();
  await admin.keyboard.press('Tab');
  await admin.keyboard.press('Enter');
  await expect(admin.getByTestId('class-slow')).toContainText('paused');
  await admin.getByRole('button', { name: 'Resume slow' }).click();
  await expect(admin.getByTestId('class-slow')).toContainText('open');
  await seen.open('Announcement');
  await admin.getByLabel('Announcement to all open pages').fill('Lunch at noon.');
  await admin.getByRole('button', { name: 'Announce', exact: true }).click();
  await expect(playground.page.getByTestId('house-notice')).toHaveText('Lunch at noon.');
  await admin.getByRole('button', { name: 'Clear announcement' }).click();
  await expect(playground.page.getByTestId('house-notice')).toHaveText('');
  await seen.open('Audit log');
  await expect(admin.getByTestId('audit')).toContainText('announcement.clear');
  await admin.close();
});

test('an administrator makes a token for a viewer, who sees everything and can change nothing', async ({
  page,
  address,
  browser,
}) => {
  const admin = new AdminPage(page, address);
  await admin.signIn(TOKEN);
  await admin.open('Tokens');
  await page.getByTestId('tokens').getByLabel('Name').fill('a colleague');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByTestId('new-token').textContent()) ?? '';
  const other = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await other.goto(`${address}/admin`);
  await other.getByLabel('Token').fill(token);
  await other.keyboard.press('Enter');
  const seen = new AdminPage(other, address);
  for (const [section, panel, text] of [
    ['Queue', 'classes', 'slow'],
    ['Clients', 'clients', ''],
    ['Announcement', 'house', 'Maintenance'],
    ['Backends', 'backends', 'ready'],
  ] as const) {
    await seen.open(section);
    await expect(seen.panel(panel)).toContainText(text);
    await expect(other.getByRole('button', { name: /Pause|Drain|Stop|Block|Announce/ })).toHaveCount(0);
  }
  await expect(other.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await expectAccessible(other);
  await page.getByRole('button', { name: 'Revoke a colleague' }).click();
  await page.getByTestId('confirm-yes').click();
  await expect(other.getByLabel('Token')).toBeVisible();
  await other.context().close();
});
