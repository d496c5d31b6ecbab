import { expect, it } from 'vitest';
import { addressOf, SECTION_NAMES, sectionAt, sectionOf } from './adminSections';

it('finds each section at its address, and none elsewhere', () => {
  for (const name of SECTION_NAMES) expect(sectionAt(addressOf(name))).toBe(name);
  expect(['/admin/overview', '/admin/', '/admin/none', '/'].map(sectionAt)).toEqual(Array(4).fill(undefined));
});

it('knows where each panel of the one page went', () => {
  expect(['charts', 'levels', 'requests', 'house', 'none'].map(sectionOf)).toEqual([
    'overview',
    'queue',
    'clients',
    'announcement',
    undefined,
  ]);
});
