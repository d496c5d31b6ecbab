import { expect, test } from './support/test';

test('someone moves a part of the program into a file of its own', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'New file' }).click();
  // Its name has the focus, and needs no ending.
  await page.keyboard.type('shapes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'shapes.asy' })).toHaveAttribute('aria-pressed', 'true');
  await playground.setText('path shape = unitsquare;\n');
  await page.getByRole('button', { name: /^main\.asy/ }).click();
  await expect(page.getByRole('button', { name: 'main.asy main' })).toBeVisible();
  await playground.draw('import shapes;\nsize(4cm);\ndraw(shape);\n');
  await page.getByRole('button', { name: 'shapes.asy' }).click();
  // From the tab of another file: its button is there as soon as somebody points at it.
  await page.getByRole('button', { name: 'main.asy main' }).click();
  const remove = page.getByRole('group', { name: 'shapes.asy' }).getByRole('button', { name: 'Delete this file' });
  await expect(remove).toHaveCSS('opacity', '0');
  await page.getByRole('button', { name: 'shapes.asy' }).hover();
  await expect(remove).toHaveCSS('opacity', '1');
  await remove.click();
  await expect(playground.banner).toContainText('Module not found: shapes');
  await playground.notice.getByRole('button', { name: 'Undo' }).click();
  await playground.expectUpToDate();
  await playground.open();
  await expect(page.getByRole('button', { name: 'shapes.asy' })).toBeVisible();
  await page.getByRole('button', { name: 'shapes.asy' }).dragTo(page.getByRole('button', { name: /^main\.asy/ }));
  const tabs = page.getByRole('group', { name: 'Files' }).locator('[aria-pressed]');
  await expect(tabs).toHaveText(['shapes.asy', /^main\.asy/]);
  for (const name of ['quadrilaterals', 'transformations', 'constructions', 'measurements', 'decorations']) {
    await page.getByRole('button', { name: 'New file' }).click();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `${name}.asy` })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'shapes.asy' }).click();
  await expect(page.getByRole('button', { name: 'shapes.asy' })).toBeInViewport({ ratio: 1 });
});

test('someone drops a file of a name that is there, and takes it back', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.setText('// mine\n');
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['// of the disk\n'], 'main.asy'));
    return files;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect.poll(() => playground.text()).toBe('// of the disk\n');
  await playground.setText('// of the disk, and more\n');
  const replaced = playground.notice.getByRole('group').filter({ hasText: 'Replaced main.asy' });
  await replaced.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => playground.text()).toBe('// mine\n');
  // What was written in between is not lost with it.
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText('of the disk, and more', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  // What is offered of a file goes with its draft.
  const data = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['1,2\n'], 'points.csv'));
    return files;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(playground.notice.getByRole('button', { name: 'Insert input("points.csv")' })).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(playground.notice.getByRole('button', { name: 'Insert input("points.csv")' })).toHaveCount(0);
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
  // It stays in the background, and the code that reads it is a click away.
  await expect(page.getByRole('button', { name: 'points.csv', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await playground.setText('');
  await playground.notice.getByRole('button', { name: 'Insert input("points.csv")' }).click();
  const reading = await playground.text();
  expect(reading).toContain('real[][] points = input("points.csv")');
  await playground.draw(`${reading}\nsize(4cm);\nwrite(points[1][1]);\ndraw(unitcircle);\n`);
  await playground.showOutput();
  await expect(playground.output).toContainText('4');
});

test('someone drops a screenshot of 6 MiB, and a photograph that is too large', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const drop = async (name: string, side: number, type: string) => {
    const transfer = await page.evaluateHandle(noiseIn, [name, side, type] as const);
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    const told = playground.notice.getByRole('group').filter({ hasText: `Added ${name}` });
    await expect(told).toBeVisible();
    await playground.setText('');
    await told.getByRole('button', { name: `Insert graphic("${name}")` }).click();
    await playground.expectUpToDate();
    await expect(playground.picture).toBeVisible();
  };
  // It could be seen through, as what canvases and screenshots give, but cannot.
  await drop('screen.png', 1400, 'image/png');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  // This one is seen through indeed.
  await drop('glass.png', 1300, 'image/png');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await drop('photo.jpg', 2000, 'image/jpeg');
  expect(await playground.text()).toContain('label(graphic("photo.jpg", "width=8cm"), (0, 0));');
  await expect(playground.notice).toContainText('photo.jpg was reduced from');
});
test('someone drops megabytes of data, and more than there may be', async ({ playground }) => {
  const { page } = playground;
  const drop = async (name: string, lines: number) => {
    const transfer = await page.evaluateHandle(
      ([file, count]) => {
        const files = new DataTransfer();
        files.items.add(new File(['1.5,2.5\n'.repeat(count)], file));
        return files;
      },
      [name, lines] as const,
    );
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Up to 8 MiB together')).toBeVisible();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  };
  await playground.openPlain();
  await drop('points.csv', 300_000);
  await playground.setText('');
  await playground.notice.getByRole('button', { name: 'Insert input("points.csv")' }).click();
  await playground.draw(`${await playground.text()}\nwrite(points.length);\ndraw(unitcircle);\n`);
  await playground.showOutput();
  await expect(playground.output).toContainText('300000');
  await page.getByRole('button', { name: 'points.csv', exact: true }).click();
  await expect(page.getByText('1.5,2.5').first()).toBeVisible();
  await drop('more.csv', 1_200_000);
  await expect(playground.notice).toContainText('The files have 9.2 MiB together, and a render takes at most 8 MiB');
  await expect(page.getByRole('button', { name: 'more.csv' })).toHaveCount(0);
});

test('someone gives a file a name that cannot be', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'main.asy' }).dblclick();
  await page.getByLabel('Rename main.asy').fill('main.old-asy');
  await page.keyboard.press('Enter');
  await expect(playground.notice).toContainText('must end in');
  // There to be corrected.
  await expect(page.getByLabel('Rename main.asy')).toHaveValue('main.old-asy');
  await expect(page.getByLabel('Rename main.asy')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'main.asy' })).toBeVisible();
});

/** Runs in the page: an image of noise, which no format makes smaller. */
async function noiseIn([name, side, type]: readonly [name: string, side: number, type: string]): Promise<DataTransfer> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const noise = new ImageData(side, side);
  const { data } = noise;
  for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
  if (!name.startsWith('glass')) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  canvas.getContext('2d')?.putImageData(noise, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 1));
  const files = new DataTransfer();
  files.items.add(new File([blob ?? ''], name));
  return files;
}
