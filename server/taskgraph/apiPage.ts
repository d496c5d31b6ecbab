import { problemsOf } from '@/core/problems';
import type { Route } from './route';
import { at } from '@/core/basePath';

/** The page that shows the OpenAPI document to people: plain HTML, without a script (docs/task-graph.md, 13). */

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1.2rem; }
  dt:target { outline: 2px solid #1d4f9f; outline-offset: 3px; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { overflow: auto; border: 1px solid #8884; border-radius: 6px; padding: 0.75rem; }
  details { border-top: 1px solid #8884; padding: 0.5rem 0; }
  summary { cursor: pointer; }
  summary b { display: inline-block; width: 4.5rem; }
`;

export const API_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'";

export function apiPage(table: readonly Route[], document: { readonly paths?: unknown }): string {
  const paths = document.paths as Record<string, Record<string, unknown>>;
  const sections = table.map(({ method, path, summary, roles }) => {
    const shown = path.replace(/:(\w+)/g, '{$1}');
    const operation = JSON.stringify(paths[shown]?.[method.toLowerCase()] ?? {}, null, 2);
    return `<details><summary><b>${method}</b> <code>${escape(shown)}</code> ${escape(summary)}</summary>
<p>For ${escape(roles.join(', '))}.</p><pre>${escape(operation)}</pre></details>`;
  });
  const problems = problemsOf('graph').map(
    ({ code, status, title }) => `<dt id="${code}"><code>${code}</code></dt><dd>${status}: ${escape(title)}.</dd>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Task graphs: the API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>Task graphs: the API</h1>
<p>Everything is below <code>${at('/api/v1')}</code>. For programs: <a href="${at('/api/v1/openapi.json')}">openapi.json</a>.</p>
${sections.join('\n')}
<h2>Problems</h2>
<p>Whatever is refused is answered with <code>application/problem+json</code>; its <code>type</code> leads here.</p>
<dl>${problems.join('\n')}</dl></main></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
