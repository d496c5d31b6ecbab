/**
 * Key combinations as actions write them: `Mod+Enter`, `Alt+1`, `Escape`, `?`. `Mod` is the command key of a Mac and
 * Ctrl elsewhere; `Ctrl` is Ctrl everywhere.
 */

export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function isPressed(combination: string, pressed: PressedKey, isMac: boolean): boolean {
  const parts = combination.split('+');
  const key = parts.at(-1) ?? '';
  const hasMod = parts.includes('Mod');
  const hasControl = parts.includes('Ctrl') || (hasMod && !isMac);
  if (pressed.ctrlKey !== hasControl || pressed.metaKey !== (hasMod && isMac)) return false;
  if (pressed.altKey !== parts.includes('Alt')) return false;
  // Which keys need Shift for a sign is the keyboard's affair.
  if (/^[A-Z0-9]$|.{2,}/.test(key) && pressed.shiftKey !== parts.includes('Shift')) return false;
  // With Alt a Mac types another character: there the place of the key counts.
  if (/^[0-9]$/.test(key)) return pressed.code === `Digit${key}`;
  return pressed.key.toLowerCase() === key.toLowerCase();
}

/** Modifiers stand in the order of Apple's menus. */
const MAC_SIGNS: Readonly<Record<string, string>> = {
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Mod: '⌘',
  Enter: '↩',
  Escape: 'Esc',
};
const MAC_ORDER = Object.keys(MAC_SIGNS);
const OTHER_SIGNS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Escape: 'Esc' };

export function formatKeys(combination: string, isMac: boolean): string {
  const parts = combination.split('+');
  if (!isMac) return parts.map((part) => OTHER_SIGNS[part] ?? part).join('+');
  const key = parts.pop() ?? '';
  const modifiers = parts.sort((a, b) => MAC_ORDER.indexOf(a) - MAC_ORDER.indexOf(b));
  return [...modifiers, key].map((part) => MAC_SIGNS[part] ?? part).join('');
}

/** As assistive technology wants it (aria-keyshortcuts). */
export function ariaKeys(combination: string, isMac: boolean): string {
  return combination.replace('Mod', isMac ? 'Meta' : 'Control').replace('Ctrl', 'Control');
}
