import type { Page } from '@playwright/test';
import { startProduct, WITHOUT_CACHE, type Product } from '../test/product';
import { RawSocket } from '../test/socket';
import { expectAccessible } from './support/accessible';
import { AdminPage } from './support/adminPage';
import { PlaygroundPage } from './support/playgroundPage';
import { expect, test } from './support/test';

/** The playground where others were faster (docs/playground.md, 14 and 15), with one backend and one place a client. */

let product: Product;
let others: RawSocket[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct(['--backends', '1', '--tasks-per-client', '1', '--levels', '3,30', ...WITHOUT_CACHE]);
});
test.afterEach(() => leave());
test.afterAll(() => product?.stop());

/** Somebody at another machine has programs that never end by themselves. */
async function keepBusy(...durationsSeconds: number[]): Promise<void> {
  for (const duration of durationsSeconds) {
    const socket = await RawSocket.open(product);
    others.push(
      socket.add('main.asy', 'while(true);').send('options', { duration }).send('start', { main: 'main.asy' }),
    );
  }
  await others[0]?.wait('output');
}

function leave(): void {
  for (const { socket } of others) socket.close();
  others = [];
}

const CIRCLE = 'size(4cm);\ndraw(unitcircle, red);\n';

test('someone waits in the line, and the seconds only go down', async ({ page }) => {
  const playground = new PlaygroundPage(page, product.url);
  await makeRestless(page);
  await page.addInitScript(noteEstimates);
  await playground.openPlain();
  await keepBusy(5, 2);
  await expect(playground.liveRests).toBeVisible();
  await playground.setText(CIRCLE);
  await page.keyboard.press('Control+Enter');
  await expect(playground.status).toHaveText('Queued');
  await expect(playground.progress).toContainText(
    /^The only backend is busy, (2nd|next) in the queue, (?:about |up to )\d/,
  );
  const shown = await shownSeconds(playground);
  expect(shown.length).toBeGreaterThan(1);
  for (const [at, { seconds, toldBefore }] of shown.entries()) {
    const before = shown[at - 1]?.seconds ?? Infinity;
    // Up it goes only for an estimate that is more than two seconds off what is shown: then something has happened.
    if (seconds > before) expect(Math.max(...toldBefore)).toBeGreaterThan(before + 1);
  }
  await playground.expectUpToDate();
});

/** Every other estimate comes longer than it was told: by more than a second passes, and by less than would be far. */
async function makeRestless(page: Page): Promise<void> {
  let count = 0;
  await page.routeWebSocket(/\/asy$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const longer = count % 2 === 0 ? 0 : 1.2;
      const isEstimate = typeof message === 'string' && message.startsWith('queue ');
      if (isEstimate) count += 1;
      socket.send(
        isEstimate
          ? message.replace(/"estimate":([\d.]+)/, (_, told) => `"estimate":${Number(told) + longer}`)
          : message,
      );
    });
  });
}

/** In the page, before its own scripts: what the server tells is noted before anything can be made of it. */
function noteEstimates(): void {
  const told: number[] = [];
  Object.assign(window, { told });
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const estimate = /^queue \{"estimate":([\d.]+)/.exec(String(data))?.[1];
        if (estimate !== undefined) told.push(Number(estimate));
      });
    }
  };
}

interface Shown {
  readonly seconds: number;
  /** The estimates that came since the number before was shown. */
  readonly toldBefore: readonly number[];
}

/** Each number that the Run button shows from now until the wait is over. */
async function shownSeconds({ runButton }: PlaygroundPage): Promise<Shown[]> {
  return runButton.evaluate(
    (button) =>
      new Promise<Shown[]>((resolve) => {
        const { told } = window as unknown as { told: number[] };
        const seen: Shown[] = [];
        const look = () => {
          if (button.getAttribute('data-tone') !== 'queued') return resolve(seen);
          const seconds = Number(/~(\d+) s/.exec(button.textContent ?? '')?.[1]);
          if (seconds !== seen.at(-1)?.seconds) seen.push({ seconds, toldBefore: told.splice(0) });
        };
        new MutationObserver(look).observe(button, { attributes: true, characterData: true, subtree: true });
        look();
      }),
  );
}

test('someone renders in two windows: the second waits for its turn, and nothing is cut off', async ({ context }) => {
  const open = async () => {
    const playground = new PlaygroundPage(await context.newPage(), product.url);
    await playground.openPlain();
    return playground;
  };
  const first = await open();
  const second = await open();
  await keepBusy(30);
  for (const playground of [first, second]) {
    await playground.page.bringToFront();
    await playground.setText(CIRCLE);
    await playground.page.keyboard.press('Control+Enter');
    await expect(playground.status).toHaveText('Queued');
  }
  await expect(second.progress).toContainText('Your share of the queue is full, next to join it');
  await expect(second.runButton).toContainText(/Queued~\d+ s/);
  await expectAccessible(second.page);
  await second.page.setViewportSize({ width: 320, height: 700 });
  const box = await second.progress.boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(320);
  const footer = await second.page.locator('footer').evaluate(({ scrollHeight, clientHeight, scrollWidth }) => ({
    sticksOut: scrollHeight > clientHeight,
    width: scrollWidth,
  }));
  expect(footer).toEqual({ sticksOut: false, width: 320 });
  leave();
  await first.expectUpToDate();
  await second.expectUpToDate();
});

test('an administrator sees after two actions why a task waits, behind whom and for how long', async ({ page }) => {
  const admin = new AdminPage(page, product.url);
  await admin.signIn(product.adminToken);
  await keepBusy(30, 30, 30);
  await admin.open('Tasks');
  await admin
    .tasks('waiting')
    .first()
    .getByRole('button', { name: /Details/ })
    .click();
  await expect(page.getByTestId('why-waiting')).toHaveText(
    /^Waiting for .*s: .*(behind 1 task|the next) of its class; the only backend is busy\.$/,
  );
  await expect(page.getByText(/^Running now: \w{8} \(/)).toBeVisible();
  await expectAccessible(page);
});

test('an administrator is told first that renders fail, and is led to why', async ({ page, request }) => {
  for (let i = 0; i < 8; i += 1)
    await request.post(`${product.url}/render`, { data: `drw(${i});`, headers: { 'content-type': 'text/plain' } });
  const admin = new AdminPage(page, product.url);
  await admin.signIn(product.adminToken);
  const first = admin.alarms;
  await expect(first).toContainText(/ % of the \d+ tasks of the last minute failed/);
  await expect(first).not.toContainText('All systems normal');
  await first.getByRole('link', { name: 'Open Failures' }).click();
  await expect(page.getByRole('group', { name: 'Failures by cause' })).toContainText('no matching');
  await expectAccessible(page);
});

test('someone types while the server is busy: live rendering rests, and comes back', async ({ page }) => {
  const playground = new PlaygroundPage(page, product.url);
  await playground.openPlain();
  await keepBusy(30, 30);
  await expect(playground.liveRests).toContainText('Live preview paused: server busy');
  await expect(page.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'false');
  const before = await playground.picture.getAttribute('src');
  await playground.setText(CIRCLE);
  await expect(playground.status).toHaveText('Picture out of date');
  // The others are as busy as before, and only they.
  await expect(playground.liveRests).toBeVisible();
  expect(others.map(({ closeCode }) => closeCode)).toEqual([undefined, undefined]);
  leave();
  await expect(playground.liveRests).toHaveCount(0);
  await playground.expectUpToDate();
  expect(await playground.picture.getAttribute('src')).not.toBe(before);
  await expect(page.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true');
});

test('someone who wants no motion waits, and nothing moves', async ({ page }) => {
  const playground = new PlaygroundPage(page, product.url);
  await playground.openPlain();
  await keepBusy(30);
  await playground.setText(CIRCLE);
  await expect(playground.progress).toBeVisible();
  const moving = async () => ({
    names: await page.evaluate(() =>
      document.getAnimations().map((one) => ('animationName' in one ? one.animationName : 'a transition')),
    ),
    transition: await playground.picture.evaluate((image) => getComputedStyle(image).transitionDuration),
  });
  // What would move, so that it is known that moving things were on the screen.
  expect(await moving()).toEqual({ names: ['slide'], transition: '0.15s' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toEqual({ names: [], transition: '0s' });
  leave();
  await playground.expectUpToDate();
});
