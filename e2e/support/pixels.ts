import type { Locator } from '@playwright/test';
import { PNG } from 'pngjs';

/** The colour on the screen at a share of the width and of the height: red, green, blue. */
export async function colorAt(locator: Locator, x: number, y: number): Promise<number[]> {
  const { width, height, data } = PNG.sync.read(await locator.screenshot());
  const at = 4 * (Math.floor(height * y) * width + Math.floor(width * x));
  return [...data.subarray(at, at + 3)];
}
