import { expect, test } from './support/test';

test('someone moves a part of the program into a file of its own', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'New file' }).click();
  await expect(page.getByRole('button', { name: 'module.asy' })).toHaveAttribute('aria-pressed', 'true');
  await playground.setText('path shape = unitsquare;\n');
  await page.keyboard.press('F2');
  await page.getByLabel('Rename module.asy').fill('shapes.asy');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^main\.asy/ }).click();
  await expect(page.getByRole('button', { name: 'main.asy main' })).toBeVisible();
  await playground.draw('import shapes;\nsize(4cm);\ndraw(shape);\n');
  await page.getByRole('button', { name: 'shapes.asy' }).click();
  await page.getByRole('button', { name: 'Files' }).click();
  await page.getByRole('menuitem', { name: 'Delete file' }).click();
  await expect(playground.banner).toContainText('Module not found: shapes');
  await playground.notice.getByRole('button', { name: 'Undo' }).click();
  await playground.expectUpToDate();
  await playground.open();
  await expect(page.getByRole('button', { name: 'shapes.asy' })).toBeVisible();
});

test('someone drops a data file on the page', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['1,2\n3,4\n'], 'points.csv'));
    return files;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByRole('button', { name: 'points.csv' })).toHaveAttribute('aria-pressed', 'true');
  expect(await playground.text()).toBe('1,2\n3,4\n');
  await page.getByRole('button', { name: /^main\.asy/ }).click();
  await playground.draw(
    'size(4cm);\nreal[][] a = input("points.csv").csv().dimension(0,2);\nwrite(a[1][1]);\ndraw(unitcircle);\n',
  );
  await playground.showOutput();
  await expect(playground.output).toContainText('4');
});

test('someone gives a file a name that cannot be', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'main.asy' }).dblclick();
  await page.getByLabel('Rename main.asy').fill('main.exe');
  await page.keyboard.press('Enter');
  await expect(playground.notice).toContainText('must end in');
  await expect(page.getByRole('button', { name: 'main.asy' })).toBeVisible();
});
