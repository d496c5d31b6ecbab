import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { lexicon } from '../messages/en/lexicon';
import { TEST_IDS } from '../components/lib/testIds';
import { colorAt } from './support/pixels';
import { expect, test } from './support/test';

test('someone opens an example and comes back to what they wrote', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(5cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByLabel('Search examples').fill('snowflake');
  await page.getByRole('button', { name: /Koch snowflake/ }).click();
  await expect.poll(() => playground.text()).toContain('Koch snowflake');
  await playground.expectUpToDate();
  await playground.notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => playground.text()).toBe('size(5cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('listitem').getByText('size(5cm);')).toBeVisible();
});

test('someone follows a link of the gallery', async ({ playground, address }) => {
  const { page } = playground;
  await page.goto(`${address}/gallery`);
  await page.getByRole('searchbox').fill('patterns never repeat');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: /Penrose tiling/ }).click();
  await expect(page.getByRole('img', { name: /Picture drawn by/ })).toBeVisible();
  await expect.poll(() => playground.text()).toContain('Penrose');
  await expect(page).toHaveURL(`${address}/`);
});

test('someone opens a 3D example, and it is a scene to turn', async ({ playground, address }) => {
  await playground.page.goto(`${address}/?example=space-methane`);
  const scene = playground.page.getByTestId(TEST_IDS.scene);
  // The carbon in the middle is dark, the corner is paper.
  await expect(scene).toBeVisible();
  await expect.poll(async () => (await colorAt(scene, 0.5, 0.5))[0]).toBeLessThan(120);
  expect(await colorAt(scene, 0.02, 0.02)).toEqual([255, 255, 255]);
});

test('someone imports three, turns the scene, edits, and the camera stays', async ({ playground }) => {
  const { page } = playground;
  const cube = (color: string) =>
    `import three;\nsize(5cm);\ncurrentprojection=perspective(5,0,0);\ndraw(unitcube,${color});\n`;
  await playground.open();
  await playground.setText(cube('white'));
  const scene = page.getByTestId(TEST_IDS.scene);
  await expect(scene).toBeVisible();
  await expect(page.getByRole('radio', { name: '3D' })).toBeChecked();
  const place = await scene.boundingBox();
  if (place === null) throw new Error('no scene');
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + place.width / 2 + 150, place.y + place.height / 2 + 40, { steps: 6 });
  await page.mouse.up();
  const corner = async () => (await colorAt(scene, 0.5, 0.97)).map((part) => part > 250);
  const before = await corner();
  await playground.setText(cube('white+opacity(1)'));
  await playground.expectUpToDate();
  await expect.poll(corner).toEqual(before);
  // Nothing to turn: shown on paper, and said kindly to whoever asks for 3D all the same.
  await playground.setText('import three;\nsize(5cm);\ndraw(unitcircle);\n');
  await expect(playground.picture).toBeVisible();
  await page.getByText('3D', { exact: true }).click();
  await expect(playground.banner).toContainText('This drawing is flat');
  await page.getByRole('button', { name: 'Show as SVG' }).click();
  await expect(playground.picture).toBeVisible();
  await expect(page.getByText(/shaded image/)).toHaveCount(0);
  // On paper it is an image, and says so.
  await playground.setText(cube('white'));
  await page.getByText('SVG', { exact: true }).click();
  await expect(page.getByText(/^SVG, .*, shaded image$/)).toBeVisible();
});

test('someone moves a slider', async ({ playground }) => {
  await playground.open();
  await playground.draw(
    'size(5cm);\nreal r = 1; // slider 0..2 step 0.5\ndraw(scale(r + 0.1)*unitcircle);\ndot((0,0));\n',
  );
  await playground.page.getByRole('slider', { name: 'r' }).press('ArrowRight');
  await expect.poll(() => playground.text()).toContain('real r = 1.5;');
  await playground.expectUpToDate();
  const download = playground.page.waitForEvent('download');
  await playground.page.getByRole('button', { name: 'Download r as an animation' }).click();
  const recorded = unzipSync(readFileSync(await (await download).path()));
  const frames = Object.entries(recorded).filter(([name]) => /frame-\d\.svg$/.test(name));
  // Each is larger than the one before.
  const widths = frames.map(([, bytes]) => Number(/ width='([\d.]+)pt'/.exec(strFromU8(bytes))?.[1]));
  expect(widths).toHaveLength(5);
  expect(widths).toEqual([...widths].sort((a, b) => a - b));
});

test('someone saves a version and goes back to it', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('// my circle\nsize(5cm);\ndraw(unitcircle);\n');
  await page.keyboard.press('Control+s');
  await expect(playground.notice).toContainText('Saved');
  await playground.draw('size(5cm);\ndraw(unitsquare);\n');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Compare my circle with current code' }).click();
  await expect(page.locator('.monaco-diff-editor')).toContainText('unitcircle');
  await expect(page.locator('.monaco-diff-editor')).toContainText('unitsquare');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Delete my circle' }).click();
  await expect(page.getByRole('button', { name: /my circle/ })).toHaveCount(0);
  await playground.notice.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Rename my circle' }).click();
  await page.getByLabel('Name', { exact: true }).fill('The first one');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /The first one/ })
    .first()
    .click();
  await expect.poll(() => playground.text()).toContain('my circle');
  await playground.editor.click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => playground.text()).toBe('size(5cm);\ndraw(unitsquare);\n');
});

test('someone starts a new drawing, and goes back to the one before', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(5cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect.poll(() => playground.text()).toBe('');
  // A mistake in it does not show the picture of another one, and what draws it ends with its code.
  await playground.setText('draw(unitcirc);\n');
  await expect(playground.banner).toBeVisible();
  await expect(playground.picture).toHaveCount(0);
  await playground.setText('while (true) {}\n');
  await expect(playground.runButton).toContainText('Rendering');
  await playground.setText('');
  await expect(playground.runButton).toContainText('Run');
  await expect(playground.status).toHaveText('Empty');
  await playground.notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => playground.text()).toContain('unitcircle');
});

test('someone is helped with names and parameters', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.setText('import graph;\n');
  await playground.editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('polargr', { delay: 40 });
  await expect(page.locator('.suggest-widget')).toContainText('polargraph');
  await expect(page.locator('.suggest-widget')).toContainText(lexicon.names.polargraph);
  await page.keyboard.press('Enter');
  await page.keyboard.type('(', { delay: 40 });
  await expect(page.locator('.parameter-hints-widget')).toContainText('polargraph');
  await page.keyboard.press('Escape');
  await playground.setText('import graph;\ndraw(unitcircle);\n');
  await playground.editor.getByText('draw', { exact: true }).hover();
  const hover = page.locator('.monaco-hover').filter({ visible: true });
  await expect(hover).toContainText('Draws a path');
  await page.keyboard.press('Escape');
  // A sentence, a line to try, and what is taken for what is left out.
  await playground.setText(
    'import graph;\nimport geometry;\nimport three;\nxlimits(0, 5);\nexcircle(t.AB);\nextrude(g);\n',
  );
  for (const [name, ...told] of [
    ['xlimits', 'Sets the part of the x axis that is shown.', 'xlimits(0, 5, Crop);', 'picture pic=currentpicture'],
    ['excircle', 'The circle outside a triangle that touches a side.', 'draw(excircle(t.AB));'],
    ['extrude', 'The surface that a path leaves when it is moved.', 'draw(extrude(unitcircle, Z), blue);'],
    ['three', 'Drawing in space.', 'draw(unitsphere, lightblue);'],
  ] as const) {
    const word = playground.editor.locator('.view-line span span').filter({ hasText: new RegExp(`^\\W*${name}\\W*$`) });
    await word.first().hover();
    for (const text of told) await expect(hover.filter({ hasText: text })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('someone reads what the keys do', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Help and shortcuts' }).click();
  await expect(playground.page.getByRole('dialog', { name: 'Help and shortcuts' })).toContainText('Ctrl+Enter');
  await playground.page.getByRole('button', { name: 'Insert: Smooth curve' }).click();
  await expect.poll(() => playground.text()).toContain('(0, 0) .. (1, 1)');
  await playground.expectUpToDate();
});
