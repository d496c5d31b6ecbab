import type { Metadata } from 'next';
import { PackageList } from '@/components/site/PackageList';
import { readInstalled } from '../installed';
import { SiteHeader } from '@/components/site/SiteHeader';
import { pageTranslator } from '../translator';

export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('site');
  return { title: t('pageTitle', { title: t('packages.title') }), description: t('packages.description') };
}

export default async function Packages() {
  const t = await pageTranslator('site');
  const { engines, packages, fonts } = readInstalled();
  return (
    <>
      <SiteHeader here="/packages" />
      <main className="mx-auto max-w-6xl px-6 py-8">
        <h1 className="mb-1 text-2xl font-semibold">{t('packages.title')}</h1>
        <p className="max-w-prose text-muted">
          {t.rich('packages.hint', {
            example: 'usepackage("siunitx");',
            engines: engines.join(', ') || t('packages.noEngines'),
            code: (text) => <code className="font-mono">{text}</code>,
          })}
        </p>
        <PackageList packages={packages} fonts={fonts} />
      </main>
    </>
  );
}
