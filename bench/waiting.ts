import { chromium } from '@playwright/test';
import { TEST_IDS } from '@/components/lib/testIds';
import { LAUNCH_OPTIONS, VIEWPORT } from '@/e2e/support/browser';
import { PlaygroundPage } from '@/e2e/support/playgroundPage';
import { startProduct, WITHOUT_CACHE, type Product } from '@/test/product';
import { RawSocket } from '@/test/socket';
import type { Section } from './report';

/**
 * Whether the wait was as the page said. Others keep two backends busy with programs of very different lengths; the person
 * runs a drawing again and again, and what is shown first is compared with what it was then.
 */

/** Each from an address of its own. */
const OTHERS = 6;
const LONGEST_RUN_SECONDS = 3;
/** Until the server knows how long programs take here. */
const WARM_UP_RUNS = 20;
/** What is shown is in whole seconds, and each change of it takes a moment to be seen. */
const ROUNDING_SECONDS = 0.5;

interface Wait {
  readonly least: number;
  readonly most: number;
  readonly seconds: number;
}

export async function measureWaits(rounds: number): Promise<Section> {
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', ...WITHOUT_CACHE]);
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  const crowd = new Crowd(product);
  try {
    await crowd.start();
    const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
    const playground = new PlaygroundPage(page, product.url);
    await playground.open();
    const waits: Wait[] = [];
    for (let i = 0; waits.length < rounds && i < 3 * rounds; i += 1) {
      const wait = await waitOnce(playground, i);
      if (wait !== undefined) waits.push(wait);
    }
    const kept = waits.filter(({ most, seconds }) => seconds <= most + ROUNDING_SECONDS).length;
    const within = waits.filter(
      ({ least, most, seconds }) => seconds >= least - ROUNDING_SECONDS && seconds <= most + ROUNDING_SECONDS,
    ).length;
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
    const words = `${kept} of ${waits.length}, mean wait ${mean(waits.map(({ seconds }) => seconds)).toFixed(1)} s`;
    const rows: Section['rows'] = [
      ['waits within the range first shown', `${within} of ${waits.length}`, 'at least 9 of 10'],
      ['waits that were not longer than first shown', words, 'at least 9 of 10'],
      ['width of the range, on average', `${mean(waits.map(({ least, most }) => most - least)).toFixed(1)} s`, ''],
    ];
    return { title: 'Waits as the page tells them', rows };
  } finally {
    crowd.leave();
    await browser.close();
    await product.stop();
  }
}

/** Undefined: a backend was free before anything was shown. */
async function waitOnce(playground: PlaygroundPage, round: number): Promise<Wait | undefined> {
  const { page } = playground;
  await playground.setText(`size(3cm);\ndraw(unitcircle);\ndot((${round}, 0));\n`);
  await page.keyboard.press('Control+Enter');
  return page.evaluate(watchWait, { progress: TEST_IDS.progress, run: TEST_IDS.runButton });
}

/** Runs in the page. No function in it may have a name (stopwatch.ts). */
async function watchWait({ progress, run }: { progress: string; run: string }): Promise<Wait | undefined> {
  const beganAt = performance.now();
  let shown: { least: number; most: number; at: number } | undefined;
  for (;;) {
    const now = performance.now();
    const isQueued = document.querySelector(`[data-testid="${run}"]`)?.getAttribute('data-tone') === 'queued';
    const text = document.querySelector(`[data-testid="${progress}"]`)?.textContent ?? '';
    const [, one, other, only] = /(?:about (\d+)(?: to (\d+))?|up to (\d+)) s/.exec(text) ?? [];
    const most = other ?? one ?? only;
    if (shown === undefined && isQueued && most !== undefined)
      shown = { least: Number(one ?? 0), most: Number(most), at: now };
    if (shown !== undefined && !isQueued) return { ...shown, seconds: (now - shown.at) / 1000 };
    if (shown === undefined && !isQueued && now - beganAt > 2000) return undefined;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** People elsewhere, each of whom starts a program as soon as the last has ended. */
class Crowd {
  private readonly sockets = new Set<RawSocket>();
  private isOver = false;
  private runs = 0;

  constructor(private readonly product: Product) {}

  async start(): Promise<void> {
    for (let i = 0; i < OTHERS; i += 1) void this.workFrom(`127.0.1.${i + 1}`);
    while (this.runs < WARM_UP_RUNS) await new Promise((resolve) => setTimeout(resolve, 100));
  }

  leave(): void {
    this.isOver = true;
    for (const { socket } of this.sockets) socket.terminate();
  }

  private async workFrom(address: string): Promise<void> {
    while (!this.isOver) {
      const socket = await RawSocket.open(this.product, 'asyonline.asy', '/asy', {}, address).catch(() => undefined);
      // The product has stopped in the meantime.
      if (socket === undefined) return;
      this.sockets.add(socket);
      const seconds = Math.random() ** 2 * LONGEST_RUN_SECONDS;
      const code = `real t = cputime().parent.clock + ${seconds.toFixed(2)};\nwhile (cputime().parent.clock < t) {}\n`;
      socket.add('main.asy', code).send('start', { main: 'main.asy' });
      await socket.wait('complete').catch(() => undefined);
      this.sockets.delete(socket);
      socket.socket.close();
      this.runs += 1;
    }
  }
}
