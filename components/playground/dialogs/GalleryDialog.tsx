'use client';

import { useTranslations } from 'use-intl';
import { PlaygroundDialog } from './PlaygroundDialog';
import { useWorkbench } from '@/components/workbench/context';
import { ExampleFinder } from '@/components/site/ExampleFinder';
import type { Example } from '@/components/model/example';

/** The gallery over the playground: what is chosen opens as a new draft, and the one before can be had back. */
export function GalleryDialog({ examples }: { readonly examples: readonly Example[] }) {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  return (
    <PlaygroundDialog name="gallery" title={t('gallery.title')} className="w-[min(64rem,calc(100vw-2rem))]">
      <div className="min-h-[40vh] overflow-auto px-4 pb-4">
        <ExampleFinder examples={examples} onOpen={(example) => void workbench.drafts.openExample(example)} />
      </div>
    </PlaygroundDialog>
  );
}
