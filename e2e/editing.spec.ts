import { TEST_IDS } from '../components/lib/testIds';
import { expect, test } from './support/test';

test('someone edits as in Vim, then as in Emacs, and the keys of the page work on', async ({ playground }) => {
  const { page } = playground;
  const line = page.getByTestId(TEST_IDS.keyMapLine);
  await playground.open();
  await playground.setText('size(3cm);\nint one;\ndraw(unitcircle);\n');
  await page.keyboard.press('Control+,');
  await page.getByLabel('Key bindings').selectOption('Vim');
  await page.keyboard.press('Escape');
  await expect(line).toContainText('NORMAL');
  await playground.editor.click();
  await page.keyboard.type('gg', { delay: 30 });
  await page.keyboard.type('jdd', { delay: 30 });
  await expect.poll(() => playground.text()).toBe('size(3cm);\ndraw(unitcircle);\n');
  await page.keyboard.type('A', { delay: 30 });
  await expect(line).toContainText('INSERT');
  await page.keyboard.press('Escape');
  await expect(line).toContainText('NORMAL');
  await page.keyboard.press('Control+,');
  await page.getByLabel('Key bindings').selectOption('Emacs');
  await page.keyboard.press('Escape');
  await expect(line).toContainText('Emacs');
  await playground.editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  await expect.poll(() => playground.text()).toBe('\ndraw(unitcircle);\n');
  await page.keyboard.press('Control+y');
  await expect.poll(() => playground.text()).toBe('size(3cm);\ndraw(unitcircle);\n');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await playground.expectUpToDate();
});

test('someone peeks at a definition without leaving the line', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(3cm);\nreal twice(real x) { return 2x; }\ndraw(scale(twice(1))*unitcircle);\n');
  await playground.editor.getByText('scale').click();
  await playground.page.keyboard.press('Home');
  for (let i = 0; i < 'draw(scale('.length; i += 1) await playground.page.keyboard.press('ArrowRight');
  await playground.page.keyboard.press('Control+Shift+F10');
  const peek = playground.editor.locator('.peekview-widget');
  await expect(peek.getByRole('treeitem')).toContainText('real twice(real x)');
  await playground.page.keyboard.press('Escape');
  await expect(peek).toHaveCount(0);
});

test('someone finds where a name is defined, by key and by outline', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'New file' }).click();
  await playground.setText('// shapes\npath arch = unitcircle;\nstruct Box { real width; }\n');
  await page.getByRole('button', { name: /^main\.asy/ }).click();
  await playground.draw(
    'size(3cm);\nimport module;\nreal twice(real x) {\n  return 2x;\n}\ndraw(scale(twice(1))*arch);\n',
  );
  await playground.editor.getByText('arch').click();
  await page.keyboard.press('F12');
  await expect(page.getByRole('button', { name: 'module.asy' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+Shift+o');
  await expect(page.getByRole('dialog', { name: 'Outline' })).toBeVisible();
  await page.keyboard.type('twi', { delay: 20 });
  await expect(page.getByRole('option', { name: /real twice\(real x\)/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'main.asy main' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('/', { delay: 20 });
  await expect.poll(() => playground.text()).toContain('real /twice');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+g');
  await expect(page.getByRole('dialog', { name: 'Outline' })).toBeVisible();
  await page.keyboard.type('4', { delay: 20 });
  await expect(page.getByRole('option')).toHaveText(/return 2x;.*main\.asy:4/);
  await page.keyboard.press('Enter');
  await expect(playground.editor.locator(':focus')).toBeAttached();
  await page.keyboard.type('// ', { delay: 20 });
  await expect.poll(() => playground.text()).toContain('\n//   return 2x;');
  await page.keyboard.press('Control+z');
  await playground.editor.getByText('twice').last().hover();
  await expect(page.locator('.monaco-hover').filter({ hasText: 'real twice(real x)' })).toBeVisible();
});

test('someone types three lines, and the page stays calm until they pause', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.setText('');
  // Everything that the page shows about renders, as it changes.
  await page.evaluate(
    ({ run, banner, image }) => {
      const seen = new Set<string>();
      const look = () => {
        const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
        seen.add(`run ${find(run)?.dataset.tone} ${find(run)?.offsetWidth}`);
        if (find(banner)) seen.add('banner');
        const picture = find(image);
        if (picture && Number(getComputedStyle(picture).opacity) < 1) seen.add('dimmed');
        for (const red of document.querySelectorAll('.text-error, .gutter-error'))
          if (red.checkVisibility()) seen.add(`red ${red.textContent}`);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
      Object.assign(window, { seenWhileTyping: seen });
    },
    { run: TEST_IDS.runButton, banner: TEST_IDS.pictureBanner, image: TEST_IDS.pictureImage },
  );
  await playground.editor.click();
  await page.keyboard.type('size(4cm);\ndraw(unitcircle);\nlabel("$O$", (0,0));', { delay: 60 });
  const seen = await page.evaluate(() => [...(window as unknown as { seenWhileTyping: Set<string> }).seenWhileTyping]);
  expect(seen).toEqual([expect.stringMatching(/^run ready \d+$/)]);
  await expect(page.getByTestId(TEST_IDS.pictureImage)).toBeVisible();
  // What is wrong is told once they pause.
  await page.keyboard.type('\ndrw(', { delay: 60 });
  await expect(page.getByTestId(TEST_IDS.pictureBanner)).toBeVisible();
  await expect(playground.editor.locator('.gutter-error')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Problems 1' })).toBeVisible();
});
