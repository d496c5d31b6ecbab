import type { IncomingMessage } from 'node:http';

/** Which pages may open sockets here: none (a program), our own, and those of the allow-list (docs/asyonline.md, 2). */
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
