import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Graphs } from '@/components/graphs/Graphs';
import { PageMessages } from '../PageMessages';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: 'Task graphs - Asyground',
  description: 'Renders and other tasks that depend on each other, live.',
};

export default function GraphsPage() {
  return (
    <PageMessages of={['graphs', 'model']}>
      <Suspense>
        <Graphs />
      </Suspense>
    </PageMessages>
  );
}
