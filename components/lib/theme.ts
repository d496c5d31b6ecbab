import { COOKIE_PATH } from '@/core/basePath';
/** Light, dark, or as the system has it. Kept in a cookie, which the server reads for the first paint. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'asyground-theme';
const COOKIE_SECONDS = 365 * 24 * 3600;

export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

export function currentTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme);
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.cookie = `${THEME_COOKIE}=${theme}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

/** Calls back whenever other colours are in force, whoever changed them. Returns what ends it. */
export function onThemeChange(tell: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const own = new MutationObserver(tell);
  system.addEventListener('change', tell);
  own.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', tell);
    own.disconnect();
  };
}

/** Tokens, each under a name of the caller's, as colours that other drawing code understands: `#rrggbb`. */
export function tokenColors<Name extends string>(tokens: Readonly<Record<Name, string>>): Record<Name, string> {
  const probe = document.createElement('span');
  // Otherwise all of them would be the one colour that the system gives to texts.
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const colors: Record<Name, string> = { ...tokens };
  for (const name of Object.keys(tokens) as Name[]) {
    probe.style.color = `var(--${tokens[name]})`;
    colors[name] = toHex(getComputedStyle(probe).color);
  }
  probe.remove();
  return colors;
}

function toHex(rgb: string): string {
  const parts = rgb.match(/\d+/g)?.slice(0, 3) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
