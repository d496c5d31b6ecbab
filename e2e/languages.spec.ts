import { TEST_IDS } from '../components/lib/testIds';
import { LANGUAGE_TAGS, LOCALES } from '../core/locale';
import { messagesFor } from '../messages';
import { expectAccessible } from './support/accessible';
import { expectNothingCut } from './support/nothingCut';
import { PlaygroundPage } from './support/playgroundPage';
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
  await page.keyboard.type('français', { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.waitForFunction(() => window.asyground !== undefined);
  await expect.poll(() => playground.text()).toBe('draw(unitcir');
});

for (const locale of LOCALES) {
  test(`someone follows a link that asks for ${locale}, and the next page speaks it, too`, async ({
    playground: { page },
    address,
  }) => {
    await new PlaygroundPage(page, `${address}/?lang=${locale}`).open();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
    const share = messagesFor(locale, ['workbench']).workbench?.actions.share;
    await expect(page.getByRole('button', { name: share, exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNothingCut(page);
    for (const path of ['/gallery', '/packages', '/api-docs', '/graphs', '/admin']) {
      await page.goto(address + path);
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale]);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
      await expectNothingCut(page);
    }
  });
}
