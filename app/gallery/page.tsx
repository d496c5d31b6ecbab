import type { Metadata } from 'next';
import { ExampleCard } from '@/components/site/ExampleCard';
import { groupExamples } from '@/components/model/example';
import { exampleList } from '../exampleFiles';
import { SiteHeader } from '@/components/site/SiteHeader';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: 'Examples - Asyground',
  description: 'Asymptote examples to open, edit and learn from.',
};

export default function Gallery() {
  return (
    <>
      <SiteHeader here="/gallery" />
      <main className="mx-auto max-w-6xl px-6 py-8">
        <h1 className="mb-1 text-2xl font-semibold">Examples</h1>
        <p className="text-muted">Click an example to open and edit it in the playground.</p>
        {groupExamples(exampleList(), '').map(({ group, examples }) => (
          <section key={group} aria-label={group}>
            <h2 className="mt-8 mb-3 text-base font-semibold">{group}</h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4">
              {examples.map((example) => (
                <li key={example.name}>
                  <a
                    href={`/?example=${example.name}`}
                    className="block h-full rounded-md border border-line bg-surface hover:border-edge"
                  >
                    <ExampleCard example={example} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </>
  );
}
