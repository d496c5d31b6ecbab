import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { step, together } from './steps.mjs';

let printed = '';
const isTerminal = process.stdout.isTTY;
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.stdout.isTTY = isTerminal;
});

const later = <T>(value: T) => new Promise<T>((resolve) => setImmediate(() => resolve(value)));
const broken = async () => {
  await later(undefined);
  throw new Error('no network');
};

describe('steps side by side', () => {
  it('are waited for when one fails, and its failure is told', async () => {
    process.stdout.isTTY = false;
    const both = together([step('Fetching', broken), step('Unpacking', () => later(1).then(later))]);
    await expect(both).rejects.toThrow('no network');
    const lines = printed.trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['Fetching ...', 'Unpacking ...']);
    expect(lines[2]).toMatch(/^Fetching: failed after [\d.]+ s$/);
    expect(lines[3]).toMatch(/^Unpacking: done in [\d.]+ s$/);
  });

  it('have a line each on a terminal, below what is done', async () => {
    process.stdout.isTTY = true;
    await together([step('Fetching', () => later(1)), step('Unpacking', () => later(1).then(later))]);
    // Both lines are taken away, and the one that is under way still is written again below the one that is done.
    expect(printed).toMatch(/\x1b\[2A\r\x1b\[JFetching: done in [\d.]+ s\nUnpacking \.\.\. [\d.]+ s\n/);
    expect(printed).toMatch(/\x1b\[1A\r\x1b\[JUnpacking: done in [\d.]+ s\n$/);
  });
});
