import type { Locator } from '@playwright/test';
import { PNG } from 'pngjs';

/** The colour on the screen at a share of the width and of the height: red, green, blue. */
export async function colorAt(locator: Locator, x: number, y: number): Promise<number[]> {
  const { width, height, data } = PNG.sync.read(await locator.screenshot());
  const at = 4 * (Math.floor(height * y) * width + Math.floor(width * x));
  return [...data.subarray(at, at + 3)];
}

const SAMPLES = 24;

/** The colours of a grid of places on the screen, to see whether anything has moved. */
export async function pixelsOf(locator: Locator): Promise<string[]> {
  const { width, height, data } = PNG.sync.read(await locator.screenshot());
  return Array.from({ length: SAMPLES * SAMPLES }, (_, index) => {
    const [row, column] = [Math.floor(index / SAMPLES), index % SAMPLES];
    const at =
      4 * (Math.floor((height * (row + 0.5)) / SAMPLES) * width + Math.floor((width * (column + 0.5)) / SAMPLES));
    return data.subarray(at, at + 3).join();
  });
}
