import type { Method, Operation } from '@/core/render/openapi';

/** A request to try, put together from what was filled in. */

export interface Filled {
  /** By the name of the parameter; empty ones are left out. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly accept: string;
}

export interface TriedRequest {
  readonly address: string;
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };
}

export function requestOf(path: string, method: Method, operation: Operation, filled: Filled): TriedRequest {
  const { parameters, contentType, body, accept } = filled;
  const given = (place: 'path' | 'query' | 'header') =>
    (operation.parameters ?? []).flatMap(({ name, in: where }): [string, string][] => {
      const value = parameters[name] ?? '';
      return where === place && value !== '' ? [[name, value]] : [];
    });
  const values = Object.fromEntries(given('path'));
  const place = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(given('query')).toString();
  const headers = {
    ...Object.fromEntries(given('header')),
    ...(accept === '' ? {} : { accept }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
  return {
    address: query === '' ? place : `${place}?${query}`,
    init: { method: method.toUpperCase(), headers, ...(contentType === undefined ? {} : { body }) },
  };
}

export function exampleParameters({ parameters = [] }: Operation): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name, example, required, schema }) => [
      name,
      example ?? (required ? String(schema.default ?? '') : ''),
    ]),
  );
}

/** By content type. */
export function exampleBodies({ requestBody }: Operation): Record<string, string> {
  return Object.fromEntries(
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) => {
      if (!example) return [];
      return [[type, typeof example === 'string' ? example : JSON.stringify(example, null, 2)]];
    }),
  );
}

/** With what stands in the document, for a shell. */
export function exampleCurl(base: string, path: string, method: Method, operation: Operation): string {
  const [[contentType, body] = [undefined, '']] = Object.entries(exampleBodies(operation));
  const filled = { parameters: exampleParameters(operation), contentType, body, accept: '' };
  return curlOf(base, requestOf(path, method, operation, filled));
}

/** The same for a shell. */
export function curlOf(base: string, { address, init }: TriedRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [
    'curl',
    ...(init.method === 'GET' ? [] : ['-X', init.method]),
    ...Object.entries(init.headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(init.body === undefined ? [] : ['--data-binary', quoted(init.body)]),
    quoted(`${base}${address}`),
  ];
  return parts.join(' ');
}
