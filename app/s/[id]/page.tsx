import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { AsyCode } from '@/components/site/AsyCode';
import { ReportForm } from '@/components/site/ReportForm';
import { SharedCode } from '@/components/site/SharedCode';
import { SharedPicture } from '@/components/site/SharedPicture';
import { Snippets } from '@/components/site/Snippets';
import { SiteHeader } from '@/components/site/SiteHeader';
import { OUTLINE_BUTTON, PRIMARY_BUTTON } from '@/components/ui/classes';
import { PREVIEW_SIZE } from '@/core/links/limits';
import { pages } from '@/server/pages';
import { readLocale } from '../../locale';
import { publicBase } from '../../publicBase';
import { pageTranslator } from '../../translator';
import { at } from '@/core/basePath';

export const dynamic = 'force-dynamic';

interface SharedProps {
  readonly params: Promise<{ id: string }>;
}

const MAX_SHOWN_UNITS = 64 * 1024;

/** Both the head and the body of the page need it. */
const readLink = cache(async (id: string) => pages()?.sharedLink(id));

export async function generateMetadata({ params }: SharedProps): Promise<Metadata> {
  const { id } = await params;
  const link = await readLink(id);
  const t = await pageTranslator('site');
  const robots = { index: false, follow: false };
  if (link === undefined) return { title: t('pageTitle', { title: t('notFound.title') }), robots };
  const base = await publicBase();
  const url = `${base}/s/${id}`;
  const description = link.alt ?? t('shared.description');
  const preview = { url: `${url}/preview.png`, ...PREVIEW_SIZE, type: 'image/png', alt: link.alt ?? link.title };
  const images = link.pictureFormat === undefined ? [] : [preview];
  return {
    metadataBase: new URL(base),
    title: t('pageTitle', { title: link.title }),
    description,
    robots,
    openGraph: { title: link.title, description, url, type: 'article', siteName: 'Asyground', images },
    twitter: { card: 'summary_large_image', title: link.title, description, images: images.map((image) => image.url) },
    alternates: {
      types: {
        'application/json+oembed': `${base}/oembed?format=json&url=${encodeURIComponent(url)}`,
        'text/xml+oembed': `${base}/oembed?format=xml&url=${encodeURIComponent(url)}`,
      },
    },
  };
}

export default async function Shared({ params }: SharedProps) {
  const { id } = await params;
  const shared = await readLink(id);
  if (shared === undefined) notFound();
  // Not the project: a page carries all that its parts are given, and that may be megabytes.
  const { project, ...link } = shared;
  const address = await pages()?.linkPicture(shared);
  const t = await pageTranslator('site');
  const formats = address === undefined ? [] : ['svg', 'pdf', 'png'];
  const date = new Intl.DateTimeFormat(await readLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-5xl flex-col gap-6 px-6 py-8">
        <header className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto text-2xl font-semibold break-words">{link.title}</h1>
          {formats.map((format) => (
            <a
              key={format}
              className={`${OUTLINE_BUTTON} print:hidden`}
              href={at(`/s/${id}/picture.${format}`)}
              download
            >
              {t('shared.download', { format: format.toUpperCase() })}
            </a>
          ))}
          <a className={`${PRIMARY_BUTTON} print:hidden`} href={at(`/?link=${id}`)}>
            {t('shared.open')}
          </a>
        </header>
        <figure className="flex justify-center overflow-auto rounded-md border border-line bg-paper p-6 text-[#1a1f26]">
          <SharedPicture isHero link={link} address={address} />
        </figure>
        {project.files.map((file) => (
          <section key={file.name} aria-label={file.name}>
            {'text' in file ? (
              <SharedCode name={file.name} isWhole={file.text.length <= MAX_SHOWN_UNITS}>
                <AsyCode code={beginningOf(file.text)} />
              </SharedCode>
            ) : (
              <h2 className="font-mono text-[13px] break-words text-muted">{file.name}</h2>
            )}
          </section>
        ))}
        <section aria-label={t('shared.share')} className="print:hidden">
          <h2 className="mb-3 text-base font-semibold">{t('shared.share')}</h2>
          <Snippets base={await publicBase()} link={link} />
        </section>
        <footer className="print:hidden flex flex-wrap items-center gap-4 border-t border-line pt-4 text-muted">
          <span>{t('shared.updated', { date: date.format(link.updatedAtMs) })}</span>
          <span className="ml-auto">
            <ReportForm id={id} />
          </span>
        </footer>
      </main>
    </>
  );
}

/** Whoever wants all of a large file opens the project. */
function beginningOf(text: string): string {
  return text.length > MAX_SHOWN_UNITS ? `${text.slice(0, MAX_SHOWN_UNITS)}…` : text;
}
