import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync, strToU8 } from 'fflate';
import { PNG } from 'pngjs';
import { colorAt } from './support/pixels';
import { expect, test } from './support/test';

// docs/playground.md, 12

const MAIN = 'import shapes;\nsize(4cm);\nreal[] a = input("points.csv").csv();\nwrite(a[1]);\ndraw(shape);\n';

/** All of one colour. */
function pngOf(red: number, green: number, blue: number): Buffer {
  const png = new PNG({ width: 40, height: 40 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at);
  return PNG.sync.write(png);
}

/** A folder `figures` as it lies on a disk, with things that are no part of a draft; its owner removes what it lies in. */
function figuresFolder(): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'asyground-folder-')), 'figures');
  mkdirSync(path.join(folder, '.git'), { recursive: true });
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'figure.asy'), MAIN);
  writeFileSync(path.join(folder, 'shapes.asy'), 'path shape = unitsquare;\n');
  writeFileSync(path.join(folder, 'data', 'points.csv'), '1,42\n');
  writeFileSync(path.join(folder, 'figure.pdf'), 'x');
  writeFileSync(path.join(folder, '.git', 'hidden.asy'), 'x');
  return folder;
}

/** What a browser does with a folder is its own affair: only one that was really dropped has entries to walk through. */
async function dropFromDisk(page: Page, file: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  await browser.detach();
}

for (const [how, bring] of [
  [
    'opens',
    async (page: Page, folder: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Files' }).click();
      await page.getByRole('menuitem', { name: 'Open folder…' }).click();
      await (await chooser).setFiles(folder);
    },
  ],
  ['drops', dropFromDisk],
] as const) {
  test(`someone ${how} a folder, and goes back`, async ({ playground }) => {
    const { page } = playground;
    const folder = figuresFolder();
    await playground.openPlain();
    await playground.setText('// mine\n');
    await bring(page, folder);
    await expect(playground.notice).toContainText('Opened figures, skipped 1 unsupported file');
    await expect(page.getByRole('button', { name: 'figure.asy main' })).toHaveAttribute('aria-pressed', 'true');
    await playground.expectUpToDate();
    await playground.showOutput();
    await expect(playground.output).toContainText('42');
    await playground.notice.getByRole('button', { name: 'Undo' }).click();
    expect(await playground.text()).toBe('// mine\n');
    rmSync(path.dirname(folder), { recursive: true });
  });
}

test('someone drops a zip, takes it away again, and drops one that is broken', async ({ playground }) => {
  const { page } = playground;
  const drop = async (name: string, bytes: Uint8Array) => {
    const transfer = await page.evaluateHandle(
      ([file, contents]) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(contents)], file));
        return files;
      },
      [name, [...bytes]] as const,
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  };
  await playground.openPlain();
  const picture = 'label(graphic("red.png", "width=3cm"));\n';
  await drop('book.zip', zipSync({ 'book/main.asy': strToU8(picture), 'book/red.png': pngOf(204, 0, 0) }));
  await expect(playground.notice).toContainText('Opened book.zip');
  await playground.expectUpToDate();
  // Red, as far as converters round.
  await expect
    .poll(async () => (await colorAt(playground.picture, 0.5, 0.5)).map((part) => part >> 3))
    .toEqual([25, 0, 0]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Files' }).click();
  await page.getByRole('menuitem', { name: 'Download all files as zip' }).click();
  expect((await download).suggestedFilename()).toBe('main.zip');
  await drop('broken.zip', strToU8('no zip'));
  await expect(playground.notice).toContainText('broken.zip isn’t a valid zip archive');
  await expect(page.getByRole('button', { name: 'red.png' })).toBeVisible();
});
