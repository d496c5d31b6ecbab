import { describe, expect, it } from 'vitest';
import { readAccept } from './accept';

/** docs/render-api.md, 3 */
describe('what a client accepts', () => {
  it.each([
    [undefined, { answer: 'picture', error: 'document' }],
    ['*/*', { answer: 'picture', error: 'document' }],
    ['application/json', { answer: 'json', error: 'document' }],
    ['application/json, text/plain, */*', { answer: 'json', error: 'document' }],
    ['image/*', { answer: 'picture', error: 'picture' }],
    ['image/png', { answer: 'picture', error: 'picture', format: 'png' }],
    ['application/pdf', { answer: 'picture', error: 'document', format: 'pdf' }],
    ['image/svg+xml;q=0.5, application/json', { answer: 'json', error: 'document', format: 'svg' }],
    ['application/json;q=0.5, image/svg+xml', { answer: 'picture', error: 'picture', format: 'svg' }],
    ['image/avif,image/webp,image/*,*/*;q=0.8', { answer: 'picture', error: 'picture' }],
    ['application/json;q=0, image/png;q=x, nonsense', { answer: 'picture', error: 'document' }],
    ['IMAGE/PNG; Q=0.3, application/pdf', { answer: 'picture', error: 'picture', format: 'pdf' }],
  ])('%s', (header, wanted) => {
    expect(readAccept(header)).toEqual(wanted);
  });
});
