import type { Metadata } from 'next';
import { TryOperation } from '@/components/site/apiDocs/TryOperation';
import { openapiDocument, type Method, type Operation } from '@/core/render/openapi';
import { problemsOf } from '@/core/problems';
import { publicBase } from '../publicBase';
import { SiteHeader } from '@/components/site/SiteHeader';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: 'HTTP API - Asyground',
  description: 'Render Asymptote code over HTTP. Try each request in the browser.',
};

/** The OpenAPI document as a page, on which every request can be tried. */
export default async function ApiDocs() {
  const base = await publicBase();
  const operations = Object.entries(openapiDocument('').paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, operation })),
  );
  return (
    <>
      <SiteHeader here="/api-docs" />
      <main className="mx-auto flex max-w-5xl flex-col gap-6 px-6 py-8">
        <header>
          <h1 className="mb-1 text-2xl font-semibold">HTTP API</h1>
          <p className="text-muted">
            Building a client? See the{' '}
            <a href="/api/openapi.json" className="text-accent underline">
              OpenAPI document
            </a>
            . Requests share the queue with the playground.
          </p>
        </header>
        {operations.map((entry) => (
          <OperationSection key={`${entry.method} ${entry.path}`} base={base} {...entry} />
        ))}
        <section aria-labelledby="problems">
          <h2 id="problems" className="mb-2 text-base font-semibold">
            Problems
          </h2>
          <dl className="grid grid-cols-[auto_auto_1fr] gap-x-4 gap-y-1">
            {problemsOf('render').map(({ code: kind, status, title }) => (
              <div key={kind} id={kind} className="contents">
                <dt className="font-mono text-[13px]">{kind}</dt>
                <dd className="text-muted">{status}</dd>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </>
  );
}

interface OperationSectionProps {
  readonly base: string;
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

function OperationSection({ base, path, method, operation }: OperationSectionProps) {
  const name = `${method.toUpperCase()} ${path}`;
  return (
    <section aria-label={name} className="flex flex-col gap-3 border-t border-line pt-5">
      <h2 className="text-base font-semibold">
        <code className="font-mono text-[14px]">{name}</code>
        <span className="ml-3 font-normal">{operation.summary}</span>
      </h2>
      {operation.description !== undefined && <p className="text-muted">{operation.description}</p>}
      <ul className="flex flex-col gap-0.5">
        {Object.entries(operation.responses).map(([status, { description }]) => (
          <li key={status}>
            <strong className="mr-2 font-mono text-[13px]">{status}</strong>
            {description}
          </li>
        ))}
      </ul>
      <details>
        <summary className="w-fit cursor-pointer rounded text-accent">Try it</summary>
        <div className="mt-3">
          <TryOperation base={base} path={path} method={method} operation={operation} />
        </div>
      </details>
    </section>
  );
}
