// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { Toasts, type ToastItem } from './Toasts';

const closed = vi.fn<(id: string) => void>();
const undone = vi.fn();
const ONE: ToastItem = { id: '1', text: 'Deleted a.asy', action: { title: 'Undo', run: undone } };
const TWO: ToastItem = { id: '2', text: 'Copied as SVG' };

const show = (...items: ToastItem[]) => <Toasts label="Notices" items={items} onClose={closed} />;
const LONG_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  closed.mockClear();
  undone.mockClear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('notices on the screen', () => {
  it('do not take each other away', () => {
    const { rerender } = renderInEnglish(show(ONE));
    rerender(show(ONE, TWO));
    expect(screen.getByText('Deleted a.asy')).toBeDefined();
    expect(screen.getByText('Copied as SVG')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undone).toHaveBeenCalledOnce();
  });

  it('go by themselves, but not while the pointer is on them', () => {
    renderInEnglish(show(ONE));
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Notices' }));
    act(() => vi.advanceTimersByTime(LONG_MS));
    expect(closed).not.toHaveBeenCalled();
    fireEvent.mouseLeave(screen.getByRole('region', { name: 'Notices' }));
    act(() => vi.advanceTimersByTime(LONG_MS));
    expect(closed).toHaveBeenCalledWith('1');
  });

  it('go when what they tell is over', () => {
    const { rerender } = renderInEnglish(show(ONE, TWO));
    rerender(show(TWO));
    act(() => vi.advanceTimersByTime(1));
    expect(closed).toHaveBeenCalledWith('1');
    expect(closed).not.toHaveBeenCalledWith('2');
  });
});
