/**
 * The path that everything is served below: empty, or `/asy`. One for the life of a process: the supervisor puts
 * BASE_PATH into the environment of its children, and pages are copied for it (platform/pages.ts).
 */
export const BASE_PATH = process.env.NEXT_PUBLIC_BASE_PATH ?? '';

/** Cookies are for all of it, and for nothing beside it. */
export const COOKIE_PATH = BASE_PATH || '/';

/** An address of ours, `/gallery`, as a browser has to ask for it. */
export function at(path: string): string {
  return `${BASE_PATH}${path}`;
}

/** The other way, of an address that was asked for; undefined if it is not below the path. */
export function withoutBase(url: string, base = BASE_PATH): string | undefined {
  if (base === '') return url;
  if (!url.startsWith(base)) return undefined;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}
