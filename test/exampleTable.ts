import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { PNG } from 'pngjs';
import { canonicalPicture } from '@/worker/warm/canonical';

/** asymptote's own examples, drawn by a local asy with a display, and how alike a picture of ours is. */

export const FOLDER = '/usr/share/doc/asymptote/examples';
export const FORMATS = ['svg', 'pdf', 'png', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * same: byte by byte, but for what says nothing. equal: nobody sees a difference. failed: only the local asy draws it.
 * none: neither does. more: only we do.
 */
export type Likeness = 'same' | 'equal' | 'differ' | 'failed' | 'none' | 'more';

const DISPLAY = ':83';
const PATIENCE_MS = 120_000;
/** A pixel differs if a colour does by more than this of 255; so many of a thousand may, on edges. */
const TOLERANCE = 48;
const PER_MILLE = 2;

export class LocalAsy {
  private constructor(
    private readonly folder: string,
    private readonly display: ReturnType<typeof spawn>,
    private browser: Browser | undefined,
  ) {}

  static open(): LocalAsy {
    const folder = mkdtempSync(path.join(tmpdir(), 'asyground-examples-'));
    cpSync(FOLDER, folder, { recursive: true });
    const screen = ['-screen', '0', '2048x2048x24', '-nolisten', 'tcp'];
    return new LocalAsy(folder, spawn('Xvfb', [DISPLAY, ...screen], { stdio: 'ignore' }), undefined);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.display.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The picture of an example; undefined if it draws none, as one that needs what is not installed. */
  async draw(example: string, format: Format): Promise<Buffer | undefined> {
    const picture = path.join(this.folder, `main.${format}`);
    rmSync(picture, { force: true });
    writeFileSync(path.join(this.folder, 'main.asy'), readFileSync(path.join(FOLDER, `${example}.asy`)));
    const child = spawn('asy', ['-noV', '-offline', '-f', format, 'main.asy'], {
      cwd: this.folder,
      env: { ...process.env, DISPLAY, LIBGL_ALWAYS_SOFTWARE: '1', SOURCE_DATE_EPOCH: '0', HOME: this.folder },
      stdio: 'ignore',
      timeout: PATIENCE_MS,
      // A TeX that cannot be started makes asy signal its whole group.
      detached: true,
    });
    await new Promise((resolve) => child.once('close', resolve));
    return existsSync(picture) ? readFileSync(picture) : undefined;
  }

  async compare(format: Format, local: Buffer | undefined, ours: Buffer | undefined): Promise<Likeness> {
    if (!local) return ours ? 'more' : 'none';
    if (!ours) return 'failed';
    // A page holds what dvisvgm draws, too.
    const form = format === 'html' ? 'svg' : format;
    if (Buffer.compare(canonicalPicture(form, local), canonicalPicture(form, ours)) === 0) return 'same';
    if (format === 'html') return 'differ';
    const [a, b] = [await this.pixels(format, local), await this.pixels(format, ours)];
    return a && b && areEqual(a, b) ? 'equal' : 'differ';
  }

  private async pixels(format: Format, bytes: Buffer): Promise<PNG | undefined> {
    if (format === 'png') return readPng(bytes);
    if (format === 'pdf') {
      const quiet = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER'];
      const device = ['-sDEVICE=png16m', '-r96', '-dGraphicsAlphaBits=4', '-dTextAlphaBits=4', '-sOutputFile=-'];
      const file = path.join(this.folder, 'compared.pdf');
      writeFileSync(file, bytes);
      const { stdout, status } = spawnSync('gs', [...quiet, ...device, file], { maxBuffer: 2 ** 28 });
      return status === 0 ? PNG.sync.read(stdout) : undefined;
    }
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    this.browser ??= await chromium.launch({ executablePath: '/usr/lib/chromium/chromium-headless-shell', args });
    const page = await this.browser.newPage();
    try {
      await page.setContent(`<body style="margin:0"><img src="data:image/svg+xml;base64,${bytes.toString('base64')}">`);
      const image = page.locator('img');
      await image.evaluate((element) => (element as HTMLImageElement).decode());
      return PNG.sync.read(await image.screenshot());
    } finally {
      await page.close();
    }
  }
}

/** One that a local asy did not finish in time, or wrote twice over, cannot be read. */
function readPng(bytes: Buffer): PNG | undefined {
  try {
    return PNG.sync.read(bytes);
  } catch {
    return undefined;
  }
}

function areEqual(a: PNG, b: PNG): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    let most = 0;
    for (let channel = at; channel < at + 4; channel += 1)
      most = Math.max(most, Math.abs((a.data[channel] ?? 0) - (b.data[channel] ?? 0)));
    if (most > TOLERANCE) differing += 1;
  }
  return differing * 1000 <= PER_MILLE * a.width * a.height;
}
