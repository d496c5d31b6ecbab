import type { Metadata } from 'next';
import { exampleCurl } from '@/components/site/apiDocs/request';
import { TryOperation } from '@/components/site/apiDocs/TryOperation';
import { CopyField } from '@/components/ui/CopyField';
import { openapiDocument, type Method, type Operation } from '@/core/render/openapi';
import { problemsOf } from '@/core/problems';
import { publicBase } from '../publicBase';
import { SiteHeader } from '@/components/site/SiteHeader';
import { pageTranslator } from '../translator';
import { at } from '@/core/basePath';

export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('site');
  return { title: t('pageTitle', { title: t('header.api') }), description: t('api.description') };
}

/** The OpenAPI document as a page, on which every request can be tried. What the document says is English. */
export default async function ApiDocs() {
  const t = await pageTranslator('site');
  const base = await publicBase();
  const operations = Object.entries(openapiDocument('').paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, operation })),
  );
  return (
    <>
      <SiteHeader here="/api-docs" />
      <main className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-6 py-8 *:min-w-0 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <header className="lg:col-span-2">
          <h1 className="mb-1 text-2xl font-semibold">{t('header.api')}</h1>
          <p className="text-muted">
            {t.rich('api.hint', {
              document: (text) => (
                <a href={at('/api/openapi.json')} className="text-accent underline">
                  {text}
                </a>
              ),
            })}
          </p>
        </header>
        <nav
          aria-label={t('api.contents')}
          className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
        >
          <h2 className="mb-2 text-base font-semibold">{t('api.contents')}</h2>
          <ul className="flex flex-col">
            {operations.map(({ path, method, operation }) => (
              <li key={`${method} ${path}`}>
                <a href={`#${anchorOf(method, path)}`} className="block rounded py-1 hover:bg-hover">
                  <code className="font-mono text-xs break-all text-muted">{`${method.toUpperCase()} ${path}`}</code>
                  <span lang="en" className="block">
                    {operation.summary}
                  </span>
                </a>
              </li>
            ))}
            <li>
              <a href="#problems" className="block rounded py-1 hover:bg-hover">
                {t('api.problems')}
              </a>
            </li>
          </ul>
        </nav>
        <div className="flex flex-col gap-6">
          {operations.map((entry) => (
            <OperationSection
              key={`${entry.method} ${entry.path}`}
              base={base}
              texts={{ example: t('api.example'), tryIt: t('api.tryIt') }}
              {...entry}
            />
          ))}
          <section aria-labelledby="problems">
            <h2 id="problems" className="mb-2 text-base font-semibold">
              {t('api.problems')}
            </h2>
            <dl className="grid grid-cols-[auto_auto_1fr] gap-x-4 gap-y-1">
              {problemsOf('render').map(({ code: kind, status, title }) => (
                <div key={kind} id={kind} className="contents">
                  <dt className="font-mono text-[13px]">{kind}</dt>
                  <dd className="text-muted">{status}</dd>
                  <dd lang="en">{title}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </main>
    </>
  );
}

function anchorOf(method: Method, path: string): string {
  return `${method}${path.replace(/\W+/g, '-')}`;
}

interface OperationSectionProps {
  readonly base: string;
  readonly texts: { readonly example: string; readonly tryIt: string };
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

function OperationSection({ base, texts, path, method, operation }: OperationSectionProps) {
  const name = `${method.toUpperCase()} ${path}`;
  return (
    <section id={anchorOf(method, path)} aria-label={name} className="flex flex-col gap-3 border-t border-line pt-5">
      <h2 className="text-base font-semibold wrap-anywhere">
        <code className="font-mono text-[14px]">{name}</code>
        <span lang="en" className="ml-3 font-normal">
          {operation.summary}
        </span>
      </h2>
      {operation.description !== undefined && (
        <p lang="en" className="text-muted">
          {operation.description}
        </p>
      )}
      <ul lang="en" className="flex flex-col gap-0.5">
        {Object.entries(operation.responses).map(([status, { description }]) => (
          <li key={status}>
            <strong className="mr-2 font-mono text-[13px]">{status}</strong>
            {description}
          </li>
        ))}
      </ul>
      <CopyField label={texts.example} text={exampleCurl(base, path, method, operation)} />
      <details>
        <summary className="w-fit cursor-pointer rounded text-accent">{texts.tryIt}</summary>
        <div className="mt-3">
          <TryOperation base={base} path={path} method={method} operation={operation} />
        </div>
      </details>
    </section>
  );
}
