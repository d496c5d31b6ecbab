import { expect, test } from './support/test';

test('someone uses nothing but the keyboard', async ({ playground }) => {
  const { page } = playground;
  const { keyboard } = page;
  await playground.open();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to code' })).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Control+Home');
  await keyboard.type('size(3cm);', { delay: 30 });
  await expect.poll(() => playground.text()).toMatch(/^size\(3cm\);/);
  await keyboard.press('Alt+2');
  await expect(page.getByRole('region', { name: 'Picture' })).toBeFocused();
  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help and shortcuts' })).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await keyboard.type('show out', { delay: 20 });
  await keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /Output/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No output.')).toBeVisible();
  await keyboard.press('Alt+3');
  await expect(page.getByRole('region', { name: 'Problems, output and shell' })).toBeFocused();
});

test('someone moves the line between the panes by arrows, and it stays', async ({ playground }) => {
  await playground.open();
  const line = playground.page.getByRole('separator', { name: 'Editor width' });
  await line.focus();
  await playground.page.keyboard.press('ArrowRight');
  await playground.page.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute('aria-valuenow', '55');
  await playground.open();
  await expect(line).toHaveAttribute('aria-valuenow', '55');
  await line.focus();
  await playground.page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-valuenow', '45');
});

test('someone leaves the editor with Tab after Control M', async ({ playground }) => {
  await playground.open();
  await playground.editor.click();
  await playground.page.keyboard.press('Control+m');
  await playground.page.keyboard.press('Tab');
  await expect(playground.editor.locator(':focus')).toHaveCount(0);
});
