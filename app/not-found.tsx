import Link from 'next/link';
import { SiteHeader } from '@/components/site/SiteHeader';

export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto flex max-w-lg flex-col gap-3 px-6 py-24">
        <h1 className="text-xl font-semibold">Page not found</h1>
        <p className="text-muted">The address may be wrong, or the page may have been deleted.</p>
        <p>
          <Link className="text-accent underline" href="/">
            Open playground
          </Link>
        </p>
      </main>
    </>
  );
}
