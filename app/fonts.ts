import localFont from 'next/font/local';

/** One sans and one mono, served by us. Letters beyond Latin come from the system. */

const sans = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--sans-file',
  weight: '100 900',
  display: 'swap',
});

const mono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--mono-file',
  weight: '100 800',
  display: 'swap',
});

export const FONT_CLASSES = `${sans.variable} ${mono.variable}`;
