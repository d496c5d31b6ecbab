'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { Mark } from '@/components/ui/Mark';

const PLACES = [
  { href: '/gallery', name: 'gallery' },
  { href: '/packages', name: 'packages' },
  { href: '/graphs', name: 'graphs' },
  { href: '/api-docs', name: 'api' },
] as const;

/** The top of every page but the playground: the way back to it, and to the others. */
export function SiteHeader({ here }: { readonly here?: (typeof PLACES)[number]['href'] }) {
  const t = useTranslations('site');
  return (
    <header className="print:hidden border-b border-line bg-background">
      <nav
        aria-label={t('header.label')}
        className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-1 px-6 py-1.5 max-md:gap-x-4"
      >
        <Link href="/" className="mr-auto flex min-h-6 items-center gap-2 text-[15px] font-semibold max-md:w-full">
          <Mark />
          Asyground
        </Link>
        {PLACES.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            aria-current={href === here ? 'page' : undefined}
            className="flex min-h-6 items-center text-muted hover:text-text aria-[current]:font-medium aria-[current]:text-accent"
          >
            {t(`header.${name}`)}
          </Link>
        ))}
      </nav>
    </header>
  );
}
