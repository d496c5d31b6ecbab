import { describe, expect, it, vi } from 'vitest';
import { steer } from './steering';

function press(key: string, modifiers: object = {}) {
  const steering = { move: vi.fn(), zoom: vi.fn(), fit: vi.fn() };
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, preventDefault: vi.fn(), ...modifiers };
  steer(event, 2, steering);
  return { ...steering, isTaken: event.preventDefault.mock.calls.length > 0 };
}

describe('keys over a pane', () => {
  it('move, zoom and fit what is in it', () => {
    expect(press('ArrowLeft').move).toHaveBeenCalledWith({ x: 80, y: 0 });
    expect(press('ArrowDown').move).toHaveBeenCalledWith({ x: 0, y: -80 });
    expect(press('+').zoom).toHaveBeenCalledWith(2);
    expect(press('-').zoom).toHaveBeenCalledWith(0.5);
    expect(press('0').fit).toHaveBeenCalledOnce();
  });

  it('leave other keys, and the browser’s own, alone', () => {
    expect(press('a').isTaken).toBe(false);
    expect(press('+', { ctrlKey: true })).toMatchObject({ isTaken: false });
    expect(press('ArrowLeft', { altKey: true }).move).not.toHaveBeenCalled();
  });
});
