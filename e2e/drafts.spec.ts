import { chromium, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEST_LAUNCH_OPTIONS, VIEWPORT } from './support/browser';
import { PlaygroundPage } from './support/playgroundPage';
import { expect, test } from './support/test';

// docs/playground.md, 10

const DATA_BYTES = 4 * 1024 * 1024;

test('someone closes the tab in the middle of a word, and it is there in the next one', async ({
  playground,
  context,
  address,
}) => {
  const first = new PlaygroundPage(await context.newPage(), address);
  await first.openPlain();
  await first.setText('draw(unitcir');
  await first.page.close();
  await playground.openPlain();
  expect(await playground.text()).toBe('draw(unitcir');
});

test('someone opens a link while typing, and finds the draft in the list and in the history', async ({
  playground,
  address,
}) => {
  const { page } = playground;
  await playground.openPlain();
  await playground.setText('// half a thought\ndraw(unitcir');
  await page.goto(`${address}/?example=labels-chinese`);
  await expect(playground.editor.locator('.view-line').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => playground.text()).toBe('// half a thought\ndraw(unitcir');
  await page.goto(`${address}/?example=labels-chinese`);
  await page.waitForFunction(() => window.asyground !== undefined);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog').getByText('half a thought', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Drafts', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search drafts' }).fill('unitcir');
  await page.getByRole('button', { name: 'Rename half a thought' }).click();
  await page.getByLabel('Name', { exact: true }).fill('A thought');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete A thought' }).click();
  await expect(page.getByText('No matches')).toBeVisible();
  const deleted = playground.notice.getByRole('group').filter({ hasText: 'Draft deleted' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('button', { name: /A thought$/ })
    .first()
    .click();
  await expect.poll(() => playground.text()).toBe('// half a thought\ndraw(unitcir');
  await page.keyboard.press('Control+z');
  await expect.poll(() => playground.text()).toContain('CJK');
});

test('someone works in two tabs, and neither writes over the other', async ({ playground, context, address }) => {
  await playground.openPlain();
  await playground.setText('draw(unitcircle);');
  await expect(playground.saving).toHaveText('Saved in this browser');
  const second = new PlaygroundPage(await context.newPage(), address);
  await second.openPlain();
  expect(await second.text()).toBe('draw(unitcircle);');
  await second.setText('draw(unitsquare);');
  await expect(second.saving).toHaveText('Saved in this browser');
  await playground.page.reload();
  await second.page.reload();
  for (const [page, text] of [
    [playground, 'draw(unitcircle);'],
    [second, 'draw(unitsquare);'],
  ] as const) {
    await page.page.waitForFunction(() => window.asyground !== undefined);
    expect(await page.text()).toBe(text);
  }
});

test('someone duplicates the tab', async ({ playground }) => {
  // A browser may take its time to give a page the lock that says which draft is its own.
  await playground.page.addInitScript(() => {
    const request = LockManager.prototype.request as (...args: unknown[]) => Promise<unknown>;
    Object.assign(LockManager.prototype, {
      async request(this: LockManager, ...args: unknown[]) {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        return request.apply(this, args);
      },
    });
  });
  await playground.openPlain();
  await playground.setText('draw(unitcircle);');
  await expect(playground.saving).toHaveText('Saved in this browser');
  // A page that another one opens gets a copy of its session, as a duplicated tab does.
  const opened = playground.page.waitForEvent('popup');
  await playground.page.evaluate(() => void window.open(location.pathname, '_blank', 'opener'));
  const copy = await opened;
  await copy.waitForFunction(() => window.asyground !== undefined);
  await copy.evaluate(() => window.asyground?.setText('// another'));
  await expect(new PlaygroundPage(copy, '').saving).toHaveText('Saved in this browser');
  await playground.page.reload();
  await playground.page.waitForFunction(() => window.asyground !== undefined);
  expect(await playground.text()).toBe('draw(unitcircle);');
});

test('a large data file is kept over a reload', async ({ playground }) => {
  await playground.openPlain();
  const transfer = await playground.page.evaluateHandle((bytes) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes).fill(0xff)], 'large.dat'));
    return files;
  }, DATA_BYTES);
  await playground.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  const tab = playground.page.getByRole('button', { name: 'large.dat', exact: true });
  await expect(tab).toBeVisible();
  await expect(playground.saving).toHaveText('Saved in this browser');
  await playground.page.reload();
  await expect(tab).toBeVisible();
  expect(await storedBytes(playground.page, 'large.dat')).toBe(DATA_BYTES);
});

test('a browser without room says so', async ({ playground }) => {
  await playground.page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
  await playground.openPlain();
  await playground.setText('draw(unitcircle);');
  await expect(playground.saving).toContainText('Not saved: browser storage is full');
  await expect(playground.announcement).toContainText('Not saved');
});

test('a browser that refuses its database keeps the draft in its small store, and says so', async ({ playground }) => {
  await playground.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
  });
  await playground.openPlain();
  await playground.setText('draw(unitcircle);');
  await expect(playground.saving).toContainText('with limited space');
  await playground.page.reload();
  await playground.page.waitForFunction(() => window.asyground !== undefined);
  expect(await playground.text()).toBe('draw(unitcircle);');
});

test('what an earlier release kept in the small store is taken over', async ({ playground }) => {
  const kept = {
    id: 'old',
    savedAt: 1,
    files: [{ name: 'a.asy', text: 'dot((0,0));' }],
    main: 'a.asy',
    active: 'a.asy',
  };
  await playground.page.addInitScript((text) => {
    if (sessionStorage.getItem('was here') !== null) return;
    sessionStorage.setItem('was here', 'yes');
    localStorage.setItem('asyground.draft.old', text);
  }, JSON.stringify(kept));
  for (let visit = 0; visit < 2; visit += 1) {
    await playground.openPlain();
    expect(await playground.text()).toBe('dot((0,0));');
    expect(await playground.page.evaluate(() => localStorage.getItem('asyground.draft.old'))).toBeNull();
  }
});

test('the browser is killed', async ({ address }) => {
  const profile = mkdtempSync(path.join(tmpdir(), 'asyground-profile-'));
  const launch = () => chromium.launchPersistentContext(profile, { ...TEST_LAUNCH_OPTIONS, viewport: VIEWPORT });
  try {
    const context = await launch();
    const playground = new PlaygroundPage(context.pages()[0] ?? (await context.newPage()), address);
    await playground.openPlain();
    await playground.setText('draw(unitcircle, blue);');
    await expect(playground.saving).toHaveText('Saved in this browser');
    const gone = new Promise((resolve) => context.once('close', resolve));
    const session = await context.newCDPSession(playground.page);
    await Promise.race([gone, session.send('Browser.crash').catch(() => gone)]);
    await gone;
    const next = await launch();
    const again = new PlaygroundPage(await next.newPage(), address);
    await again.openPlain();
    expect(await again.text()).toBe('draw(unitcircle, blue);');
    await next.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

/** Of a file of the newest draft, in the browser's database. */
async function storedBytes(page: Page, file: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('asyground-drafts');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => {
            const files: { name: string; contents: Uint8Array }[] = reading.result.flatMap((draft) => draft.files);
            resolve(files.find(({ name }) => name === wanted)?.contents.length ?? 0);
          };
        };
      }),
    file,
  );
}
