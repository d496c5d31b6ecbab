import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { AdminPage } from '@/components/admin/AdminPage';
import { PageMessages } from '../PageMessages';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = { title: 'Admin - Asyground', robots: { index: false } };

/** Whether there is a session at all is seen here; whether it is good decides the server when the page connects. */
export default async function Admin() {
  return (
    <PageMessages of={['admin', 'model']}>
      <AdminPage isSignedIn={(await cookies()).has('asyground-admin')} />
    </PageMessages>
  );
}
