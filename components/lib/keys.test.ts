import { describe, expect, it } from 'vitest';
import { ariaKeys, formatKeys, isPressed, type PressedKey } from './keys';

function press(key: string, modifiers: Partial<PressedKey> = {}): PressedKey {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers };
}

describe('a key combination', () => {
  it('means the command key on a Mac and Ctrl elsewhere', () => {
    expect(isPressed('Mod+Enter', press('Enter', { ctrlKey: true }), false)).toBe(true);
    expect(isPressed('Mod+Enter', press('Enter', { metaKey: true }), true)).toBe(true);
    expect(isPressed('Mod+Enter', press('Enter', { ctrlKey: true }), true)).toBe(false);
    expect(isPressed('Mod+Enter', press('Enter'), false)).toBe(false);
  });

  it('with Ctrl means Ctrl on a Mac, too', () => {
    expect(isPressed('Ctrl+Shift+M', press('M', { ctrlKey: true, shiftKey: true }), true)).toBe(true);
    expect(isPressed('Ctrl+Shift+M', press('M', { metaKey: true, shiftKey: true }), true)).toBe(false);
  });

  it('is exact about the other modifiers', () => {
    expect(isPressed('Escape', press('Escape'), false)).toBe(true);
    expect(isPressed('Escape', press('Escape', { shiftKey: true }), false)).toBe(false);
    expect(isPressed('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(isPressed('Mod+K', press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  });

  it('takes a sign wherever the keyboard has it', () => {
    expect(isPressed('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(isPressed('?', press('?'), false)).toBe(true);
  });

  it('takes digits by their place', () => {
    expect(isPressed('Alt+1', press('¡', { altKey: true, code: 'Digit1' }), true)).toBe(true);
  });

  it('is written as each platform does', () => {
    expect(formatKeys('Mod+Enter', false)).toBe('Ctrl+Enter');
    expect(formatKeys('Mod+Enter', true)).toBe('⌘↩');
    expect(formatKeys('Mod+Shift+O', true)).toBe('⇧⌘O');
    expect(formatKeys('Ctrl+Shift+M', true)).toBe('⌃⇧M');
    expect(ariaKeys('Mod+Enter', false)).toBe('Control+Enter');
    expect(ariaKeys('Ctrl+Shift+M', true)).toBe('Control+Shift+M');
  });
});
