import Link from 'next/link';
import { SiteHeader } from '@/components/site/SiteHeader';
import { pageTranslator } from './translator';

export default async function NotFound() {
  const t = await pageTranslator('site');
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-lg flex-col gap-3 px-6 py-24">
        <h1 className="text-2xl font-semibold">{t('notFound.title')}</h1>
        <p className="text-muted">{t('notFound.hint')}</p>
        <p>
          <Link className="text-accent underline" href="/">
            {t('notFound.open')}
          </Link>
        </p>
      </main>
    </>
  );
}
