import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startProduct } from '../test/product';
import { LAUNCH_OPTIONS } from './support/browser';
import { PlaygroundPage } from './support/playgroundPage';

/**
 * Records the moving picture of the README: `npm run record`. What follows a line is taken when the picture belongs to
 * the code, so that it shows the same on a slow machine. ImageMagick, which comes with asymptote, puts the frames together.
 */

const TARGET = path.join('docs', 'playground.webp');
const SIZE = { width: 960, height: 540 };
const FPS = 100;
const TYPED = 7;
const SLID = 25;
const LOOKED_AT = 150;

const CODE = `size(7cm);
int n = 5; // slider 3..16 step 1
for (int i = 0; i < n; ++i)
  for (int j = i+1; j < n; ++j)
    draw(dir(90+360i/n)--dir(90+360j/n),
         hsv(360i/n, 0.6, 0.8)+1);
`;
const LINES = ['draw(unitcircle, gray);', 'label("$\\frac{n(n-1)}{2}$ edges", (0,-1.3));'];

const product = await startProduct(['--log-level', 'warn']);
const browser = await chromium.launch(LAUNCH_OPTIONS);
const folder = mkdtempSync(path.join(tmpdir(), 'asyground-record-'));
const frames: { file: string; hundredths: number }[] = [];
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  const playground = new PlaygroundPage(page, product.url);
  const take = async (hundredths: number) => {
    const file = path.join(folder, `${String(frames.length).padStart(4, '0')}.png`);
    await page.screenshot({ path: file });
    frames.push({ file, hundredths });
  };
  const show = async (hundredths: number) => {
    await playground.expectUpToDate();
    await take(hundredths);
  };

  await playground.open();
  await playground.draw(CODE);
  await show(LOOKED_AT);

  await playground.editor.click();
  await page.keyboard.press('Control+End');
  for (const [index, line] of LINES.entries()) {
    for (const letter of line) {
      // As text, not as keys: the editor would add brackets of its own.
      await page.keyboard.insertText(letter);
      await take(TYPED);
    }
    if (index < LINES.length - 1) await page.keyboard.press('Enter');
    await show(LOOKED_AT / 2);
  }
  const slider = page.getByRole('slider', { name: 'n' });
  for (let n = 6; n <= 13; n += 1) {
    await slider.press('ArrowRight');
    await show(SLID);
  }
  await show(LOOKED_AT);

  const box = await playground.picture.boundingBox();
  if (box === null) throw new Error('the picture has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 8, { steps: 4 });
  await show(LOOKED_AT / 2);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8);
  await show(LOOKED_AT);

  const parts = frames.flatMap(({ file, hundredths }) => ['-delay', `${hundredths}x${FPS}`, file]);
  const encoding = ['-define', 'webp:lossless=false', '-quality', '75', '-define', 'webp:method=6'];
  execFileSync('convert', [...parts, '-loop', '0', ...encoding, TARGET], { stdio: 'inherit' });
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
