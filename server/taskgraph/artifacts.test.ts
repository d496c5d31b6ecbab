import { expect, it } from 'vitest';
import { artifactHeaders, isFileName, typeOf } from './artifacts';

// docs/task-graph.md, "Artifacts"
it('has a type that depends on the name alone, and headers that let it do nothing', () => {
  expect(typeOf('a.SVG')).toBe('image/svg+xml');
  expect(typeOf('a.exe')).toBe('application/octet-stream');
  expect(typeOf('__proto__')).toBe('application/octet-stream');
  for (const type of ['image/svg+xml', 'text/html; charset=utf-8']) {
    const headers = artifactHeaders(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^sandbox/);
    expect(headers['content-security-policy']).not.toContain('allow-same-origin');
  }
});

it('takes names that are no paths', () => {
  for (const name of ['a', 'a b.csv', 'ä.txt', '..csv']) expect(isFileName(name)).toBe(true);
  for (const name of ['', 'a/b', 'a\\b', 'a\0', 'a\n', 'x'.repeat(256)]) expect(isFileName(name)).toBe(false);
});
