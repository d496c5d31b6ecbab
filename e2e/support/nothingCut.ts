import { expect, type Page } from '@playwright/test';

const WIDTHS = [1280, 390];

/** Words of other languages are longer: on a wide and a narrow screen no control's text may be cut off, nor the page scroll sideways. */
export async function expectNothingCut(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: size?.height ?? 800 });
    const found = () =>
      page.evaluate(() => {
        const controls = document.querySelectorAll<HTMLElement>('button, a, label, [role=tab], h1, h2, h3, th');
        const cut = [...controls].filter((element) => {
          const style = getComputedStyle(element);
          const isShort = style.textOverflow !== 'ellipsis' && /hidden|clip/.test(style.overflowX);
          return isShort && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
        });
        const { scrollWidth, clientWidth } = document.documentElement;
        const beyond = scrollWidth > clientWidth ? [`the page is ${scrollWidth} of ${clientWidth} wide`] : [];
        return [...beyond, ...cut.map((element) => element.innerText)];
      });
    await expect.poll(found, { message: `cut off at ${width} px` }).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}
