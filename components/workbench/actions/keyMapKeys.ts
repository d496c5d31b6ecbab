import type { Settings } from '@/components/model/settings';
import type { PressedKey } from '@/components/lib/keys';

/**
 * What belongs to the editor's key map while the editor has the focus, though the page has an action for it: without
 * these keys a key map would not be one. All others stay the page's.
 */
const TAKEN: Readonly<Record<Settings['keyMap'], readonly { readonly key: string; readonly hasControl: boolean }[]>> = {
  default: [],
  vim: [{ key: 'Escape', hasControl: false }],
  emacs: [
    { key: 'g', hasControl: true },
    { key: 'k', hasControl: true },
    { key: 's', hasControl: true },
  ],
};

export function isLeftToKeyMap(keyMap: Settings['keyMap'], pressed: PressedKey): boolean {
  return TAKEN[keyMap].some(({ key, hasControl }) => pressed.key === key && pressed.ctrlKey === hasControl);
}
