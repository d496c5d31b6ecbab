import { TEST_IDS } from '../components/lib/testIds';
import { LANGUAGE_TAGS, LOCALES } from '../core/locale';
import { messagesFor } from '../messages';
import { expectAccessible } from './support/accessible';
import { TOKEN_VARIABLE } from './support/globalSetup';
import { expectNothingCut } from './support/nothingCut';
import { PlaygroundPage } from './support/playgroundPage';
import { shareFigure } from './support/sharedLink';
import { expect, test } from './support/test';

test.describe('someone whose browser speaks French', () => {
  test.use({ locale: 'fr-FR' });

  test('is spoken to in French', async ({ playground }) => {
    await playground.open();
    await expect(playground.page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(playground.page.getByRole('tab', { name: 'Problèmes' })).toBeVisible();
    await playground.page.getByRole('button', { name: 'Partager' }).click();
    await expect(playground.page.getByRole('dialog', { name: 'Partager' })).toBeVisible();
  });
});

test('someone chooses Russian in the middle of a word', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  const language = page.getByLabel('Language');
  await expect(language).toHaveValue('en');
  await playground.setText('draw(unitcir');
  await page.getByTestId(TEST_IDS.language).selectOption('Русский');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.waitForFunction(() => window.asyground !== undefined);
  await expect.poll(() => playground.text()).toBe('draw(unitcir');
  await page.getByRole('button', { name: 'Настройки' }).click();
  await expect(page.getByLabel('Язык')).toHaveValue('ru');
});

test('someone finds their own language in the palette', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.setText('draw(unitcir');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type('français', { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.waitForFunction(() => window.asyground !== undefined);
  await expect.poll(() => playground.text()).toBe('draw(unitcir');
});

/** Those of the top bar. */
const DIALOGS = ['drafts', 'examples', 'history', 'share', 'download'] as const;

for (const locale of LOCALES) {
  test(`someone follows a link that asks for ${locale}, and every page and dialog speaks it, too`, async ({
    playground: { page },
    address,
    request,
  }) => {
    test.setTimeout(120_000);
    await new PlaygroundPage(page, `${address}/?lang=${locale}`).open();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
    const { playground: texts, admin } = messagesFor(locale, ['playground', 'admin']);
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('button', { name: texts?.topBar.share, exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNothingCut(page);
    for (const dialog of DIALOGS) {
      await bar.getByRole('button', { name: texts?.topBar[dialog], exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    const shared = await shareFigure(request, address);
    const embedded = shared.replace('/s/', '/embed/');
    const paths = ['/gallery', '/packages', '/api-docs', '/graphs', '/admin'];
    for (const url of [...paths.map((path) => address + path), shared, embedded, `${embedded}?view=try`]) {
      await page.goto(url);
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
      await expect(page.getByRole('heading').first()).toBeAttached();
      await expectAccessible(page);
      await expectNothingCut(page);
    }
    // Apart, because the browser remarks on its answer.
    const lost = await page.context().newPage();
    await lost.goto(`${address}/nowhere`);
    await expect(lost.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
    await expectAccessible(lost);
    await lost.close();
    await page.goto(`${address}/admin`);
    await page.getByLabel(admin?.signIn.token ?? '').fill(process.env[TOKEN_VARIABLE] ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('freshness')).toHaveText(admin?.freshness.live ?? '');
    const sections = page.getByRole('navigation', { name: admin?.navigation }).getByRole('link');
    for (const section of await sections.all()) {
      await section.click();
      await expect(section).toHaveAttribute('aria-current', 'page');
      await expectAccessible(page);
    }
  });
}
