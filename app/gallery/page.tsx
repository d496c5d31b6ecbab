import type { Metadata } from 'next';
import { ExampleFinder } from '@/components/site/ExampleFinder';
import { exampleList } from '../exampleList';
import { SiteHeader } from '@/components/site/SiteHeader';
import { pageTranslator } from '../translator';

export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('site');
  return { title: t('pageTitle', { title: t('gallery.title') }), description: t('gallery.description') };
}

export default async function Gallery() {
  const t = await pageTranslator('site');
  return (
    <>
      <SiteHeader here="/gallery" />
      <main className="mx-auto max-w-6xl px-6 py-8">
        <h1 className="mb-1 text-2xl font-semibold">{t('gallery.title')}</h1>
        <p className="text-muted">{t('gallery.hint')}</p>
        <ExampleFinder examples={await exampleList()} />
      </main>
    </>
  );
}
