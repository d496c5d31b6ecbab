// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { lazyPart } from './lazyPart';

const Shell = () => <p>A shell</p>;
const LONG_MS = 60_000;

let failures: number;
let loads: number;

function makePart() {
  return lazyPart('shell', async () => {
    loads += 1;
    if (loads <= failures) throw new Error('no such chunk');
    return { default: Shell };
  });
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(LONG_MS));

beforeEach(() => {
  loads = 0;
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a part that is loaded late', () => {
  it('is tried again by itself', async () => {
    failures = 2;
    const Part = makePart();
    renderInEnglish(<Part />);
    await wait();
    expect(screen.getByText('A shell')).toBeDefined();
    expect(loads).toBe(3);
  });

  it('says that it could not be loaded, and comes when it is asked for again', async () => {
    failures = 3;
    const Part = makePart();
    renderInEnglish(<Part />);
    await wait();
    expect(screen.getByRole('alert').textContent).toContain('The shell couldn’t be loaded');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await wait();
    expect(screen.getByText('A shell')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is loaded once for all places', async () => {
    failures = 0;
    const Part = makePart();
    const { unmount } = renderInEnglish(<Part />);
    await wait();
    unmount();
    renderInEnglish(<Part />);
    expect(screen.getByText('A shell')).toBeDefined();
    expect(loads).toBe(1);
  });
});
