import { describe, expect, it } from 'vitest';
import { EDGE_LIMITS } from '@/core/limits';
import { judgePagePath, judgeRequest } from './edge';

const { maxHeaderBytes, maxHeaders, maxListHeaderBytes, maxPagePathBytes, maxQueryBytes, maxQueryParameters } =
  EDGE_LIMITS;
const statusOf = (url: string, headers: Record<string, string> = {}) =>
  judgeRequest({
    url,
    headers: { host: 'x', ...headers },
    rawHeaders: Object.entries(headers).flat(),
    httpVersion: '1.1',
  })?.status;
const parameters = (count: number) => `/?${Array.from({ length: count }, () => 'a=b').join('&')}`;

// docs/security.md, "Before any render"
describe('a request', () => {
  it('goes on if it is of a usual size, program in its address and all', () => {
    expect(statusOf(`/svg/${'a'.repeat(60_000)}`, { cookie: 'a'.repeat(maxHeaderBytes) })).toBeUndefined();
    expect(statusOf(parameters(maxQueryParameters), { accept: 'a'.repeat(maxListHeaderBytes) })).toBeUndefined();
  });

  it('is refused with a status that says what is too large', () => {
    expect(statusOf(`/?${'a'.repeat(maxQueryBytes)}`)).toBeUndefined();
    expect(statusOf(`/?${'a'.repeat(maxQueryBytes + 1)}`)).toBe(414);
    expect(statusOf(parameters(maxQueryParameters + 1))).toBe(400);
    expect(statusOf('/', { 'if-none-match': ' '.repeat(maxListHeaderBytes + 1) })).toBe(431);
    expect(statusOf('/', { 'x-other': 'a'.repeat(maxHeaderBytes + 1) })).toBe(431);
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']));
    expect([statusOf('/', many(maxHeaders)), statusOf('/', many(maxHeaders + 1))]).toEqual([undefined, 431]);
    expect(judgePagePath(`/${'a'.repeat(maxPagePathBytes)}?x`)?.status).toBe(414);
    expect(judgePagePath(`/${'a'.repeat(maxPagePathBytes - 1)}?${'a'.repeat(99)}`)).toBeUndefined();
  });
});
