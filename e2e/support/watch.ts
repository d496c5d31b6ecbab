import type { Page } from '@playwright/test';

export interface Seen {
  /** Warnings and errors of the console, and exceptions nobody caught. */
  readonly messages: string[];
  readonly foreignRequests: string[];
}

/** Where there is no graphics card, Chromium remarks on the speed of every picture taken of a 3D scene. */
const DRIVER_REMARK = 'GL Driver Message (OpenGL, Performance';

export function watch(page: Page, address: string): Seen {
  const seen: Seen = { messages: [], foreignRequests: [] };
  const host = new URL(address).host;
  const note = (url: string) => {
    const { protocol, host: asked } = new URL(url);
    if (!['data:', 'blob:'].includes(protocol) && asked !== host) seen.foreignRequests.push(url);
  };
  page.on('console', (message) => {
    const isOurs = !message.text().includes(DRIVER_REMARK);
    if (isOurs && ['error', 'warning'].includes(message.type())) seen.messages.push(message.text());
  });
  page.on('pageerror', (error) => seen.messages.push(error.message));
  page.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  return seen;
}
