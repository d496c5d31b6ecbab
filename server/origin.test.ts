import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isAllowedOrigin } from './origin';

const request = (origin?: string) => ({ headers: { host: 'asy.example:3000', origin } }) as unknown as IncomingMessage;

describe('origin', () => {
  it('lets programs, our own pages and the allow-list in', () => {
    expect(isAllowedOrigin(request(), [])).toBe(true);
    expect(isAllowedOrigin(request('https://asy.example:3000'), [])).toBe(true);
    expect(isAllowedOrigin(request('https://wiki.example'), ['https://wiki.example'])).toBe(true);
  });

  it('keeps everything else out', () => {
    for (const origin of ['https://asy.example', 'https://evil.example', 'null', 'nonsense']) {
      expect(isAllowedOrigin(request(origin), ['https://wiki.example'])).toBe(false);
    }
  });
});
