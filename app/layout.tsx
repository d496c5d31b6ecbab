import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { LANGUAGE_TAGS } from '@/core/locale';
import { THEME_COOKIE, parseTheme } from '@/components/lib/theme';
import { FONT_CLASSES } from './fonts';
import { readLocale } from './locale';
import { PageMessages } from './PageMessages';
import { pageTranslator } from './translator';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('site');
  return { title: 'Asyground', description: t('description') };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f6f8' },
    { media: '(prefers-color-scheme: dark)', color: '#15181c' },
  ],
};

/** The theme is in a cookie, so that the first paint has it. Without one the system decides. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang={LANGUAGE_TAGS[await readLocale()]}
      className={FONT_CLASSES}
      data-theme={theme === 'system' ? undefined : theme}
    >
      <body>
        <PageMessages>{children}</PageMessages>
      </body>
    </html>
  );
}
