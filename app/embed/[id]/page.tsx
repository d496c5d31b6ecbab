import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { EmbedFrame } from '@/components/site/EmbedFrame';
import { SharedPicture } from '@/components/site/SharedPicture';
import { TryIt } from '@/components/site/TryIt';
import { mainText } from '@/core/links/link';
import { EMBED_VIEWS } from '@/core/links/snippets';
import { pages } from '@/server/pages';
import { PageMessages } from '../../PageMessages';
import { pageTranslator } from '../../translator';
import { at } from '@/core/basePath';

export const dynamic = 'force-dynamic';

interface EmbedProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ view?: string | string[] }>;
}

/** Both the head and the body of the page need it. */
const readLink = cache(async (id: string) => pages()?.sharedLink(id));

/** A screen reader says what a frame is called. */
export async function generateMetadata({ params }: EmbedProps): Promise<Metadata> {
  const link = await readLink((await params).id);
  const t = await pageTranslator('site');
  const title = link?.title ?? t('notFound.title');
  return { title: t('pageTitle', { title }), robots: { index: false, follow: false } };
}

/** A link inside the page of somebody else: the figure, with its code, or to try (`?view=figure|code|try`). */
export default async function Embed({ params, searchParams }: EmbedProps) {
  const { id } = await params;
  const wanted = (await searchParams).view;
  const view = EMBED_VIEWS.find((known) => known === wanted) ?? 'figure';
  const shared = await readLink(id);
  if (shared === undefined) notFound();
  // Not the project: a page carries all that its parts are given, and that may be megabytes.
  const { project, ...link } = shared;
  const address = await pages()?.linkPicture(shared);
  const text = mainText(project);
  const t = await pageTranslator('site');
  return (
    <PageMessages of={['diagnostics']}>
      <EmbedFrame id={id}>
        <h1 className="sr-only">{link.title}</h1>
        {view === 'try' ? (
          <TryIt link={link} text={text} address={address} />
        ) : (
          <figure className="flex flex-col gap-2">
            <div className="flex justify-center rounded bg-paper p-2 text-[#1a1f26]">
              <SharedPicture link={link} address={address} />
            </div>
            {view === 'code' && (
              <pre
                tabIndex={0}
                className="overflow-auto rounded border border-line bg-surface p-2 font-mono text-[13px]"
              >
                {text}
              </pre>
            )}
          </figure>
        )}
        <a href={at(`/s/${id}`)} target="_blank" rel="noopener" className="self-end text-[12px] text-accent underline">
          {t('shared.origin', { title: link.title })}
        </a>
      </EmbedFrame>
    </PageMessages>
  );
}
