import { describe, expect, it } from 'vitest';
import { isLeftToKeyMap } from './keyMapKeys';

const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean } = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the keys that a key map keeps', () => {
  it('are Escape for Vim, and killing and searching for Emacs', () => {
    expect(isLeftToKeyMap('vim', press('Escape'))).toBe(true);
    expect(isLeftToKeyMap('vim', press('k', { ctrlKey: true }))).toBe(false);
    expect(isLeftToKeyMap('emacs', press('k', { ctrlKey: true }))).toBe(true);
    expect(isLeftToKeyMap('emacs', press('Escape'))).toBe(false);
  });

  it('are not those with the command key of a Mac', () => {
    expect(isLeftToKeyMap('emacs', press('k', { metaKey: true }))).toBe(false);
    expect(isLeftToKeyMap('default', press('Escape'))).toBe(false);
  });
});
