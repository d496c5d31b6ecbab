import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A theme changes colours and nothing else: in the dark only the rules about colours can find anything new. */
const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

type Theme = keyof typeof RULES;

/**
 * Runs axe on the page as it is now, in both themes. Evaluated from outside, so that the page's policy stays as it is. Not in
 * frames: axe is in none of them, and what it sends to one of another origin ends on the console.
 */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    // The colours are in force with the frame after the next: before that axe would see some of each theme.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.evaluate(`typeof axe === 'object' || (() => { ${AXE} })()`);
    const violations = await page.evaluate<Violation[]>(
      `axe.run(document, ${JSON.stringify({ runOnly: RULES[colorScheme], resultTypes: ['violations'], iframes: false })})
        .then(({ violations }) => violations)`,
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
    );
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
