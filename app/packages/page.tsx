import type { Metadata } from 'next';
import { PackageList } from '@/components/site/PackageList';
import { readInstalled } from '../installed';
import { SiteHeader } from '@/components/site/SiteHeader';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: 'TeX packages and fonts - Asyground',
  description: 'The TeX packages, fonts and engines that labels can use here.',
};

export default function Packages() {
  const { engines, packages, fonts } = readInstalled();
  return (
    <>
      <SiteHeader here="/packages" />
      <main className="mx-auto max-w-6xl px-6 py-8">
        <h1 className="mb-1 text-2xl font-semibold">TeX packages and fonts</h1>
        <p className="max-w-prose text-muted">
          What labels can use. Load a package with <code className="font-mono">usepackage(&quot;siunitx&quot;);</code>{' '}
          at the start of a program. Engines: {engines.join(', ') || 'none'}; choose one in the playground’s settings.
        </p>
        <PackageList packages={packages} fonts={fonts} />
      </main>
    </>
  );
}
