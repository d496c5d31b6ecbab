import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { AdminPage } from '@/components/admin/AdminPage';
import { SiteHeader } from '@/components/site/SiteHeader';
import { sectionAt } from '@/components/admin/model/adminSections';
import { PageMessages } from '../../PageMessages';
import { pageTranslator } from '../../translator';

export const dynamic = 'force-dynamic';

interface AdminProps {
  readonly params: Promise<{ readonly section?: readonly string[] }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('admin');
  return { title: `${t('title')} - Asyground`, robots: { index: false } };
}

/** Whether there is a session at all is seen here; whether it is good decides the server when the page connects. */
export default async function Admin({ params }: AdminProps) {
  const { section = [] } = await params;
  if (sectionAt(['/admin', ...section].join('/')) === undefined) notFound();
  return (
    <PageMessages of={['admin', 'model']}>
      <AdminPage isSignedIn={(await cookies()).has('asyground-admin')} header={<SiteHeader />} />
    </PageMessages>
  );
}
