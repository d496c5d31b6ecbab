import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TEST_IDS } from '../components/lib/testIds';
import { expectAccessible } from './support/accessible';
import { colorAt } from './support/pixels';
import { PlaygroundPage } from './support/playgroundPage';
import { expect, test } from './support/test';

test('someone moves and zooms, and the view stays when the picture changes', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  await expect(playground.zoom).toHaveText('Fit');
  await playground.zoom.click();
  await expect(playground.zoom).toHaveText('100 %');
  await playground.page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(playground.zoom).toHaveText('125 %');
  const box = await playground.canvas.boundingBox();
  if (box === null) throw new Error('the picture has no place');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await playground.page.mouse.move(middle.x, middle.y);
  await playground.page.mouse.down();
  await playground.page.mouse.move(middle.x + 60, middle.y + 30, { steps: 3 });
  await playground.page.mouse.up();
  await playground.page.mouse.wheel(0, -100);
  await expect(playground.zoom).toHaveText('156 %');
  const before = await playground.picture.boundingBox();
  await playground.draw('size(4cm);\ndraw(unitcircle, red);\n');
  expect(await playground.picture.boundingBox()).toEqual(before);
  await playground.page.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect(playground.zoom).toHaveText('Fit');
});

test('someone looks at the picture on another ground', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Background' }).click();
  await playground.page.getByRole('menuitemradio', { name: 'Checkerboard' }).click();
  await expect(playground.page.locator('.ground-checker')).toBeVisible();
});

test('someone downloads and copies the picture', async ({ playground, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  const download = playground.page.waitForEvent('download');
  await playground.page.getByRole('button', { name: 'Download', exact: true }).click();
  await playground.page.getByRole('button', { name: /^SVG/ }).click();
  expect((await download).suggestedFilename()).toBe('main.svg');
  await playground.page.getByRole('button', { name: 'Copy as…' }).click();
  await playground.page.getByRole('menuitem', { name: 'Copy as SVG' }).click();
  await expect(playground.notice).toContainText('Copied as SVG');
  expect(await playground.page.evaluate(() => navigator.clipboard.readText())).toContain('<svg');
  await playground.page.getByRole('button', { name: 'Copy as…' }).click();
  await playground.page.getByRole('menuitem', { name: 'Copy as PNG, 2×', exact: true }).click();
  await expect(playground.notice).toContainText('Copied as PNG');
});

test('someone forgets the size, and is helped', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'New', exact: true }).click();
  await playground.setText('draw(unitcircle);\n');
  await expect.poll(async () => (await playground.picture.boundingBox())?.width).toBeGreaterThan(150);
  // What was just done is told above it.
  const [told, banner] = await Promise.all([playground.notice.boundingBox(), playground.banner.boundingBox()]);
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0);
  await playground.banner.getByRole('button', { name: 'Add size(5cm);' }).click();
  await expect.poll(() => playground.text()).toBe('size(5cm);\ndraw(unitcircle);\n');
  await expect(playground.banner).toHaveCount(0);
});

/** Of JavaScript, as it is sent, until somebody does anything: on a phone, and with the full editor. */
const MAX_PHONE_BYTES = 300 * 1024;
const MAX_BYTES = 900 * 1024;

/** What is loaded from now on; a worker's script, too. */
function countScripts(page: Page): () => Promise<number> {
  const scripts = new Map<string, Promise<{ responseBodySize: number }>>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url()))
      scripts.set(request.url(), request.sizes());
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(scripts.values());
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
}

test('someone opens the page on a phone, and little is loaded', async ({ browser, address }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = new PlaygroundPage(await context.newPage(), address);
  const scriptBytes = countScripts(phone.page);
  await phone.openPlain();
  await expect(phone.picture).toBeVisible();
  const bytes = await scriptBytes();
  expect(bytes).toBeGreaterThan(MAX_PHONE_BYTES / 10);
  expect(bytes).toBeLessThanOrEqual(MAX_PHONE_BYTES);
  const menu = phone.page.getByRole('button', { name: 'Menu' });
  expect((await menu.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await menu.tap();
  await expect(phone.page.getByRole('dialog')).toBeVisible();
  await context.close();
});

test('someone opens the page, and the editor does not weigh much more than it must', async ({ playground }) => {
  const scriptBytes = countScripts(playground.page);
  // Where a fresh mouse is, is the top bar: whoever points at it gets its dialogs, too.
  await playground.page.mouse.move(300, 600);
  await playground.open();
  const bytes = await scriptBytes();
  expect(bytes).toBeGreaterThan(2 * MAX_PHONE_BYTES);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('someone on a phone switches between code and picture', async ({ playground }) => {
  await playground.page.setViewportSize({ width: 390, height: 844 });
  await playground.openPlain();
  await expect(playground.picture).toBeVisible();
  await playground.page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(playground.picture).toBeHidden();
  await expect(playground.plainEditor).toHaveCount(0);
  await playground.phoneEditor.locator('.cm-content').fill('size(3cm);\nfill(unitcircle, red);\n');
  await expect.poll(() => playground.text()).toContain('fill(unitcircle, red);');
  await playground.phoneEditor.locator('.cm-content').press('Control+End');
  await playground.page.keyboard.type('unitcir', { delay: 30 });
  await expect(playground.page.getByRole('option', { name: 'unitcircle' })).toBeVisible();
  await playground.phoneEditor.locator('.cm-content').fill('size(3cm);\nfill(unitcircle, red);\n');
  await expect(playground.runButton).toBeVisible();
  await playground.page.getByRole('button', { name: 'Picture', exact: true }).click();
  await playground.expectUpToDate();
  await expect(playground.picture).toBeVisible();
  expect(await playground.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await playground.setText('size(3cm);\nreal r = 1; // slider 1..2 step 0.5\ndraw(scale(r)*unitcircle);\n');
  await playground.page.getByRole('slider', { name: 'r' }).press('ArrowRight');
  await expect.poll(() => playground.text()).toContain('real r = 1.5;');
  await playground.page.getByRole('button', { name: 'Menu' }).click();
  await expect(playground.page.getByRole('dialog').getByRole('button').nth(1)).toHaveText('Share');
  await playground.page.getByRole('button', { name: 'Download picture' }).click();
  await expect(playground.page.getByRole('button', { name: /^SVG/ })).toBeVisible();
  await playground.page.keyboard.press('Escape');
  const loaded = await playground.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => name.includes('/monaco/'))).toEqual([]);
  // A line that scrolls, which axe asks more of.
  await playground.setText(`size(3cm);\n${'draw(unitcircle); '.repeat(10)}\n`);
  await playground.page.getByRole('button', { name: 'Code', exact: true }).click();
});

test('someone makes the window narrow, and nothing is cut off', async ({ playground }) => {
  await playground.openPlain();
  for (const width of [1024, 844, 768, 390, 320]) {
    await playground.page.setViewportSize({ width, height: 800 });
    const widest = () =>
      playground.page.evaluate(() =>
        Math.max(...['html', 'header', 'footer'].map((part) => document.querySelector(part)?.scrollWidth ?? Infinity)),
      );
    await expect.poll(widest, `at ${width} px`).toBeLessThanOrEqual(width);
  }
});

test('someone reads the other pages on a phone, and nothing is cut off', async ({ page, address }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  for (const path of ['gallery', 'packages', 'api-docs', 'graphs', 'admin', 'nowhere']) {
    await page.goto(`${address}/${path}`);
    const widest = () =>
      page.evaluate(() => Math.max(...[...document.querySelectorAll('html, main')].map((part) => part.scrollWidth)));
    await expect.poll(widest, path).toBeLessThanOrEqual(360);
  }
});

test('someone turns the phone, and everything stays', async ({ browser, address }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = new PlaygroundPage(await context.newPage(), address);
  await phone.openPlain();
  await phone.page.getByRole('button', { name: 'Code', exact: true }).tap();
  const code = phone.phoneEditor.locator('.cm-content');
  await code.fill('size(3cm);\nfill(unitcircle, red);\n');
  await code.press('Control+End');
  await phone.page.keyboard.type('dot((0,0));', { delay: 20 });
  await phone.page.setViewportSize({ width: 844, height: 390 });
  // Side by side now, with the same editor: its cursor and what can be undone are still there.
  await expect(phone.picture).toBeVisible();
  await expect(phone.editor).toHaveCount(0);
  await phone.page.keyboard.type(' // here', { delay: 20 });
  await expect.poll(() => phone.text()).toContain('dot((0,0)); // here');
  await phone.expectUpToDate();
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await expect(phone.picture).toBeHidden();
  expect(await phone.text()).toContain('dot((0,0)); // here');
  await expectAccessible(phone.page);
  await context.close();
});

test('someone turns a sphere, and downloads it', async ({ playground }) => {
  await playground.open();
  await playground.page.getByText('3D', { exact: true }).click();
  await playground.setText('import three;\nsize(5cm);\ndraw(unitsphere, lightblue);\n');
  await playground.expectUpToDate();
  const scene = playground.page.getByTestId(TEST_IDS.scene);
  await expect(scene).toBeVisible();
  // The scene has drawn: blue in the middle, white in the corner.
  await expect.poll(async () => (await colorAt(scene, 0.5, 0.5))[0]).toBeLessThan(200);
  expect(await colorAt(scene, 0.02, 0.02)).toEqual([255, 255, 255]);
  const download = playground.page.waitForEvent('download');
  await playground.page.getByRole('button', { name: 'Download', exact: true }).click();
  await playground.page.getByRole('button', { name: /^3D/ }).click();
  expect((await download).suggestedFilename()).toBe('main.html');
});

const MOVIE = `import animation;
size(3cm);
animation a;
pen[] colours = {red, green, blue};
for (pen p : colours) { save(); fill(unitsquare, p); a.add(); restore(); }
a.movie(delay=100);
`;

test('someone looks at a moving picture frame by frame, and takes it away as an MP4', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw(MOVIE);
  await page.getByRole('button', { name: 'Pause' }).click();
  const frames = page.getByLabel('Frame', { exact: true });
  const middle = async () => (await colorAt(playground.picture, 0.5, 0.5)).map((part) => part >> 7);
  for (const [frame, colour] of [
    ['2', [0, 0, 1]],
    ['0', [1, 0, 0]],
    ['1', [0, 1, 0]],
  ] as const) {
    await frames.fill(frame);
    await expect.poll(middle).toEqual(colour);
  }
  await expect(frames).toHaveAttribute('aria-valuetext', 'Frame 2 of 3');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as MP4' }).click();
  expect((await download).suggestedFilename()).toBe('main.mp4');
  const film = await readFile(await (await download).path());
  // Our own pages play nothing.
  const player = await page.context().newPage();
  const played = await player.evaluate(async (base64) => {
    const video = document.createElement('video');
    video.src = `data:video/mp4;base64,${base64}`;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    return [video.duration, video.videoWidth === video.videoHeight];
  }, film.toString('base64'));
  expect(played).toEqual([expect.closeTo(0.3, 1), true]);
  await player.close();
});
