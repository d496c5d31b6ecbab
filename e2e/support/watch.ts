import type { Page } from '@playwright/test';

export interface Seen {
  /** Warnings and errors of the console, and exceptions nobody caught. */
  readonly messages: string[];
  readonly foreignRequests: string[];
}

export function watch(page: Page, address: string): Seen {
  const seen: Seen = { messages: [], foreignRequests: [] };
  const host = new URL(address).host;
  const note = (url: string) => {
    const { protocol, host: asked } = new URL(url);
    if (!['data:', 'blob:'].includes(protocol) && asked !== host) seen.foreignRequests.push(url);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.messages.push(message.text());
  });
  page.on('pageerror', (error) => seen.messages.push(error.message));
  page.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  return seen;
}
