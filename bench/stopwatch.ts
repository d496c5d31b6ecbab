import type { Page } from '@playwright/test';
import { TEST_IDS } from '@/components/lib/testIds';

/**
 * Times inside of the page, by its own clock: from the last key that went down to the moment when what it led to has
 * been painted.
 */

declare global {
  interface Window {
    stopwatch?: {
      lastKeyAt: number;
      picturePaintedAt: number;
      pictures: number;
      squiggleAt: number;
      longestTaskMs: number;
    };
  }
}

/** Goes on until the page is left. */
export async function startStopwatch(page: Page): Promise<void> {
  await page.evaluate(
    ({ picture, editor }) => {
      const watch = { lastKeyAt: 0, picturePaintedAt: 0, pictures: 0, squiggleAt: 0, longestTaskMs: 0 };
      window.stopwatch = watch;
      window.addEventListener('keydown', () => (watch.lastKeyAt = performance.now()), { capture: true });
      // No function here may have a name: what compiles this file adds a helper for names that the page does not have.
      new MutationObserver((changes) => {
        if (!changes.some(({ target }) => target instanceof HTMLElement && target.dataset.testid === picture)) return;
        watch.pictures += 1;
        // The frame after the next begins when this one has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => (watch.picturePaintedAt = performance.now())));
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['src'] });
      new MutationObserver(() => {
        const isThere = document.querySelector(`[data-testid=${editor}] .squiggly-error`) !== null;
        if (!isThere) watch.squiggleAt = 0;
        else if (watch.squiggleAt === 0) watch.squiggleAt = performance.now();
      }).observe(document.body, { subtree: true, childList: true });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) watch.longestTaskMs = Math.max(watch.longestTaskMs, duration);
      }).observe({ type: 'longtask' });
    },
    { picture: TEST_IDS.pictureImage, editor: TEST_IDS.editor },
  );
}

/** Milliseconds from the last key to the picture that followed it. */
export async function timeToPicture(page: Page): Promise<number> {
  await page.waitForFunction(() => (window.stopwatch?.picturePaintedAt ?? 0) > (window.stopwatch?.lastKeyAt ?? 0));
  return page.evaluate(() => (window.stopwatch?.picturePaintedAt ?? 0) - (window.stopwatch?.lastKeyAt ?? 0));
}

/** How many pictures have taken the place of another. */
export function picturesShown(page: Page): Promise<number> {
  return page.evaluate(() => window.stopwatch?.pictures ?? 0);
}

export async function timeToSquiggle(page: Page): Promise<number> {
  await page.waitForFunction(() => (window.stopwatch?.squiggleAt ?? 0) > (window.stopwatch?.lastKeyAt ?? 0));
  return page.evaluate(() => (window.stopwatch?.squiggleAt ?? 0) - (window.stopwatch?.lastKeyAt ?? 0));
}

/** What held the page up longest while `act` went on; 0 if nothing took 50 ms, below which the browser does not tell. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const reset = () =>
    page.evaluate(() => {
      const longest = window.stopwatch?.longestTaskMs ?? 0;
      if (window.stopwatch) window.stopwatch.longestTaskMs = 0;
      return longest;
    });
  await reset();
  await act();
  return reset();
}
