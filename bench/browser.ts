import { chromium, type Browser, type Page } from '@playwright/test';
import { PlaygroundPage } from '@/e2e/support/playgroundPage';
import { LAUNCH_OPTIONS, VIEWPORT } from '@/e2e/support/browser';
import { startProduct } from '@/test/product';
import { runBare } from './bare';
import { REFERENCE, type Figure } from './figures';
import { measureCancelledGraph } from './graphPage';
import { busiestTask } from './mainThread';
import { percentile, type Section } from './report';
import { longestTask, picturesShown, startStopwatch, timeToPicture, timeToSquiggle } from './stopwatch';

/**
 * What a person at the keyboard waits for, in a real Chromium against the production build: the first load, the picture
 * after the last key, the squiggle under a mistake. Pictures take turns with a cold `asy` of the same figure, so that
 * noise meets both.
 */

/** What a figure may take at the median, in milliseconds; the slowest of twenty may take a second. */
const TARGETS = [
  { figure: REFERENCE.paths, medianMs: 100 },
  { figure: REFERENCE.labels, medianMs: 130 },
  { figure: REFERENCE.graph, medianMs: 150 },
] as const;
/** A line in which a digit more is another drawing. */
const LAST_LINE = 'dot((0.1,0.1));';
const TYPED = 'for (int i = 0; i < 3; ++i) dot((i, 1)); // and so on';
const TYPING_MS = 70;
const DRAG_MS = 8000;
const FRAME_MS = 16;

type Row = readonly [what: string, measured: string, target: string];

export async function measureBrowser(rounds: number): Promise<Section> {
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', '--self-check-every', '0']);
  const browser = await chromium.launch(LAUNCH_OPTIONS);
  try {
    const rows: Row[] = [...(await measureLoads(browser, product.url, Math.max(3, Math.ceil(rounds / 4))))];
    const playground = new PlaygroundPage(await newPage(browser), product.url);
    await playground.open();
    await startStopwatch(playground.page);
    for (const { figure, medianMs } of TARGETS)
      rows.push(...(await measureFigure(playground, figure, medianMs, rounds)));
    rows.push(await measureDrag(playground));
    rows.push(await measureSquiggles(playground, rounds));
    rows.push(...(await measureTyping(playground)));
    const cancelled = await measureCancelledGraph(playground.page, product.url);
    const what = 'longest task while 1,000 tasks of a graph are cancelled, time of the processor';
    rows.push([what, milliseconds(cancelled), 'at most 200 ms']);
    return { title: 'The playground in a browser', rows };
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: VIEWPORT })).newPage();
}

/** Each with an empty cache. */
async function measureLoads(browser: Browser, url: string, rounds: number): Promise<Row[]> {
  const interactive: number[] = [];
  const [before, whole]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i += 1) {
    const page = await newPage(browser);
    await page.goto(url);
    await page.waitForFunction(() => window.asyground !== undefined);
    interactive.push(await page.evaluate(() => performance.now()));
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/monaco/')),
    );
    before.push(await page.evaluate(scriptBytesBeforeEditor));
    await page.locator('.view-line').first().waitFor();
    await page.waitForLoadState('networkidle');
    whole.push(await page.evaluate(scriptBytes));
    await page.context().close();
  }
  return [
    ['first load, interactive, p50', milliseconds(percentile(interactive, 0.5)), 'at most 2000 ms'],
    ['JavaScript before the editor, as sent', kilobytes(percentile(before, 0.5)), 'at most 350 KB'],
    ['JavaScript of a first visit, with the editor, as sent', kilobytes(percentile(whole, 0.5)), 'at most 900 KB'],
  ];
}

/** Runs in the page. */
function scriptBytesBeforeEditor(): number {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const editorAt = Math.min(...resources.filter(({ name }) => name.includes('/monaco/')).map((one) => one.startTime));
  return resources
    .filter(({ name, startTime }) => /\.js(?:\?|$)/.test(name) && startTime < editorAt)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Runs in the page. */
function scriptBytes(): number {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources
    .filter(({ name }) => /\.js(?:\?|$)/.test(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

async function measureFigure(
  playground: PlaygroundPage,
  figure: Figure,
  medianMs: number,
  rounds: number,
): Promise<Row[]> {
  const { page } = playground;
  await playground.draw(`${figure.code}${LAST_LINE}`);
  await playground.editor.click();
  await page.keyboard.press('Control+End');
  for (let i = 0; i < '));'.length; i += 1) await page.keyboard.press('ArrowLeft');
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i += 1) {
    await page.keyboard.press(String(1 + (i % 9)));
    ours.push(await timeToPicture(page));
    bare.push((await runBare(figure, 'svg')).milliseconds);
  }
  const at = (part: number) =>
    `${milliseconds(percentile(ours, part))}, bare asy ${milliseconds(percentile(bare, part))}`;
  return [
    [`last key to picture: ${figure.name}, p50`, at(0.5), `at most ${medianMs} ms`],
    [`last key to picture: ${figure.name}, p95`, at(0.95), 'at most 1000 ms'],
  ];
}

/** A slider of a labelled figure, to and fro without a pause, as fast as a screen shows it. */
async function measureDrag(playground: PlaygroundPage): Promise<Row> {
  const { page } = playground;
  await playground.draw(`real r = 1; // slider 0..2 step 0.01\n${REFERENCE.labels.code}dot((r, 0.1));\n`);
  const box = await page.getByRole('slider', { name: 'r' }).boundingBox();
  if (!box) throw new Error('there is no slider');
  const at = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  const before = await picturesShown(page);
  const startedAt = performance.now();
  for (let i = 0; performance.now() - startedAt < DRAG_MS; i += 1) {
    await page.mouse.move(...at(0.5 + 0.4 * Math.sin(i / 40)));
    await page.waitForTimeout(FRAME_MS);
  }
  const rate = (await picturesShown(page)) - before;
  const seconds = (performance.now() - startedAt) / 1000;
  await page.mouse.up();
  const bare = (await runBare(REFERENCE.labels, 'svg')).milliseconds;
  const words = `${(rate / seconds).toFixed(1)} a second, bare asy ${(1000 / bare).toFixed(1)}`;
  return ['pictures while a slider of a labelled figure is dragged', words, 'at least 10 a second'];
}

async function measureSquiggles(playground: PlaygroundPage, rounds: number): Promise<Row> {
  const { page } = playground;
  await playground.draw('size(3cm);\ndraw(unitcircle);\n');
  await playground.editor.click();
  await page.keyboard.press('Control+End');
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    await page.keyboard.press(']');
    times.push(await timeToSquiggle(page));
    await page.keyboard.press('Backspace');
    await page.waitForFunction(() => window.stopwatch?.squiggleAt === 0);
    await playground.expectUpToDate();
  }
  const words = `${milliseconds(percentile(times, 0.5))}, p95 ${milliseconds(percentile(times, 0.95))}`;
  return ['last key to squiggle, p50', words, 'at most 60 ms'];
}

/** Beside the time on the wall that of the processor: the rest is what others on the machine took. */
async function measureTyping(playground: PlaygroundPage): Promise<Row[]> {
  const { page } = playground;
  await playground.draw(REFERENCE.labels.code);
  await playground.editor.click();
  await page.keyboard.press('Control+End');
  const type = () => page.keyboard.type(TYPED, { delay: TYPING_MS });
  const longest = await longestTask(page, type);
  await page.keyboard.press('Enter');
  const busiest = await busiestTask(page, type);
  return [
    ['longest task while typing', longest === 0 ? 'under 50 ms' : milliseconds(longest), 'at most 50 ms'],
    ['longest task while typing, time of the processor', milliseconds(busiest), 'at most 50 ms'],
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}
