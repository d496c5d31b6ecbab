import { describe, expect, it } from 'vitest';
import { readProof } from './proof';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `holds wall-${i}`).join('\n');

describe('the proof of the walls', () => {
  it('is good when every wall holds', () => {
    expect(readProof(lines(105))).toEqual({ held: 105, broken: [] });
  });

  it('names the walls that do not hold', () => {
    expect(readProof(`${lines(105)}\nBROKEN network-inet\n`)).toEqual({ held: 105, broken: ['network-inet'] });
  });

  it('does not take a script that stopped halfway for a whole one', () => {
    expect(readProof(lines(60)).broken).toHaveLength(1);
  });

  it('does not take silence for a wall', () => {
    expect(readProof('sh: not found').broken).toHaveLength(1);
    expect(readProof('').broken).toHaveLength(1);
  });
});
