import localFont from 'next/font/local';

/** One sans and one mono, served by us. Letters beyond Latin and Cyrillic come from the system. */

const sans = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--sans-file',
  weight: '100 900',
  display: 'swap',
});

/** Fetched only by a page that shows such letters. */
const cyrillic = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2',
  variable: '--sans-cyrillic-file',
  weight: '100 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' }],
});

const mono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--mono-file',
  weight: '100 800',
  display: 'swap',
});

export const FONT_CLASSES = `${sans.variable} ${cyrillic.variable} ${mono.variable}`;
