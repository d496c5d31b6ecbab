import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Graphs } from '@/components/graphs/Graphs';
import { SiteHeader } from '@/components/site/SiteHeader';
import { PageMessages } from '../PageMessages';
import { pageTranslator } from '../translator';

export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('graphs');
  return { title: `${t('title')} - Asyground`, description: t('description') };
}

export default function GraphsPage() {
  return (
    <PageMessages of={['graphs', 'model', 'diagnostics']}>
      <div className="flex h-dvh flex-col">
        <SiteHeader here="/graphs" />
        <Suspense>
          <Graphs />
        </Suspense>
      </div>
    </PageMessages>
  );
}
