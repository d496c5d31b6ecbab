/**
 * Key combinations as actions write them: `Mod+Enter`, `Alt+1`, `Escape`, `?`. `Mod` is the command key of a Mac and
 * Ctrl elsewhere.
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
  if (pressed.ctrlKey !== (hasMod && !isMac) || pressed.metaKey !== (hasMod && isMac)) return false;
  if (pressed.altKey !== parts.includes('Alt')) return false;
  // Which keys need Shift for a sign is the keyboard's affair.
  if (/^[A-Z0-9]$|.{2,}/.test(key) && pressed.shiftKey !== parts.includes('Shift')) return false;
  // With Alt a Mac types another character: there the place of the key counts.
  if (/^[0-9]$/.test(key)) return pressed.code === `Digit${key}`;
  return pressed.key.toLowerCase() === key.toLowerCase();
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩', Escape: 'Esc' };
const OTHER_SIGNS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Escape: 'Esc' };

export function formatKeys(combination: string, isMac: boolean): string {
  const signs = combination.split('+').map((part) => (isMac ? MAC_SIGNS : OTHER_SIGNS)[part] ?? part);
  return signs.join(isMac ? '' : '+');
}

/** As assistive technology wants it (aria-keyshortcuts). */
export function ariaKeys(combination: string, isMac: boolean): string {
  return combination.replace('Mod', isMac ? 'Meta' : 'Control');
}
