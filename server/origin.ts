import type { IncomingMessage } from 'node:http';

/** Whose requests may use a visitor's cookie: a program's, our own pages', and those of the allow-list (docs/security.md). */
export function isAllowedOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
