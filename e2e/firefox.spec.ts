import { TEST_IDS } from '../components/lib/testIds';
import { Firefox } from './support/firefox';
import { expect, test } from './support/test';

const PICTURE = `document.querySelector('[data-testid="${TEST_IDS.pictureImage}"]')`;
const STATUS = `document.querySelector('[data-testid="${TEST_IDS.status}"]')?.textContent`;

test('someone with Firefox opens the page, types, sees the picture and shares it', async ({ address }) => {
  const firefox = await Firefox.start();
  try {
    await firefox.open(address);
    await expect.poll(() => firefox.evaluate('window.asyground !== undefined')).toBe(true);
    const editor = `[data-testid="${TEST_IDS.editor}"] .view-line`;
    await expect.poll(() => firefox.evaluate(`document.querySelector('${editor}') !== null`)).toBe(true);
    await firefox.evaluate("window.asyground.setText('')");
    await expect.poll(() => firefox.evaluate('window.asyground.text()')).toBe('');
    await firefox.click(editor);
    await firefox.type('size(4cm); fill(unitcircle, red);');
    await expect.poll(() => firefox.evaluate('window.asyground.text()')).toBe('size(4cm); fill(unitcircle, red);');
    await expect.poll(() => firefox.evaluate(STATUS)).toBe('Up to date');
    await expect.poll(() => firefox.evaluate(`${PICTURE}?.naturalWidth > 0`)).toBe(true);
    await firefox.evaluate(button('Share'));
    await expect.poll(() => firefox.evaluate(button('Create link'))).toBe(true);
    const isLink = '({ value }) => value.startsWith(location.origin) && value.includes("/s/")';
    const link = `[...document.querySelectorAll('textarea')].find(${isLink})?.value ?? ''`;
    await expect.poll(() => firefox.evaluate(link)).toContain('/s/');
    await firefox.open(String(await firefox.evaluate(link)));
    expect(await firefox.evaluate('document.body.innerText')).toContain('fill(unitcircle, red);');
    expect(await firefox.evaluate("document.querySelector('figure img').naturalWidth > 0")).toBe(true);
    expect(firefox.errors).toEqual([]);
  } finally {
    await firefox.stop();
  }
});

/** Presses a button by its name; false as long as there is none. */
function button(name: string): string {
  return `(() => {
    const isIt = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === '${name}';
    const found = [...document.querySelectorAll('button')].find(isIt);
    found?.click();
    return found !== undefined;
  })()`;
}
