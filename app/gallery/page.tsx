import type { Metadata } from 'next';
import { ExampleCard } from '@/components/site/ExampleCard';
import { groupExamples } from '@/components/model/example';
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
        {groupExamples(await exampleList(), '').map(({ group, examples }) => (
          <section key={group} aria-label={group}>
            <h2 className="mt-8 mb-3 text-base font-semibold">{group}</h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
              {examples.map((example) => (
                <li key={example.name}>
                  <a
                    href={`/?example=${example.name}`}
                    className="block h-full rounded-md border border-line bg-surface hover:border-edge"
                  >
                    <ExampleCard example={example} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </>
  );
}
