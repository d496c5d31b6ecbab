import { describe, expect, it } from 'vitest';
import { keeperRequest } from './protocol';

const SPEC = {
  command: ['asy', 'main.asy'],
  environment: { LANG: 'C' },
  cpuSeconds: 5,
  input: false,
  mergeErrors: true,
  niceness: 5,
  prepared: true,
  roomy: false,
  held: false,
};
const isAccepted = (spec: object) =>
  keeperRequest.safeParse({ op: 'spawn', slot: 0, generation: 1, spec: { ...SPEC, ...spec } }).success;

describe('a request to the keeper', () => {
  it('is accepted as the worker sends it', () => expect(isAccepted({})).toBe(true));

  it('cannot carry arguments of bubblewrap behind a NUL', () => {
    expect(isAccepted({ environment: { LANG: 'C\0--bind\0/\0/host' } })).toBe(false);
    expect(isAccepted({ environment: { 'LANG\0--bind': 'C' } })).toBe(false);
    expect(isAccepted({ command: ['asy\0--bind'] })).toBe(false);
  });

  it('is bounded in every part', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`V${i}`, '']));
    expect(isAccepted({ environment: many })).toBe(false);
    expect(isAccepted({ command: Array.from({ length: 65 }, () => 'x') })).toBe(false);
    expect(isAccepted({ environment: { LANG: 'x'.repeat(4097) } })).toBe(false);
  });

  it('names the generation it is meant for', () => {
    for (const op of ['kill', 'interrupt', 'release', 'collect'])
      expect(keeperRequest.safeParse({ op, slot: 0 }).success).toBe(false);
  });
});
