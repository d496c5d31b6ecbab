import { describe, expect, it } from 'vitest';
import { canonicalPicture } from './canonical';

const canonical = (format: string, text: string) => Buffer.from(canonicalPicture(format, Buffer.from(text))).toString();
const svg = (...shapes: string[]) => `<svg>\n<defs>\n${shapes.join('\n')}\n</defs>\n<use b/>\n<use a/>\n</svg>`;

describe('the canonical form of a picture', () => {
  it('is the same for shapes in any order', () => {
    expect(canonical('svg', svg('<path a/>', '<path b/>'))).toBe(canonical('svg', svg('<path b/>', '<path a/>')));
  });

  it('differs for different shapes, and for another order of what is drawn', () => {
    expect(canonical('svg', svg('<path a/>', '<path b/>'))).not.toBe(canonical('svg', svg('<path a/>', '<path c/>')));
    expect(canonical('svg', '<use a/>\n<use b/>')).not.toBe(canonical('svg', '<use b/>\n<use a/>'));
  });

  it('leaves the time out of an eps, and nothing else', () => {
    expect(canonical('eps', '%!PS\n%%CreationDate: 1\nx')).toBe(canonical('eps', '%!PS\n%%CreationDate: 2\nx'));
    expect(canonical('eps', '%!PS\n%DVIPSSource: 1\nx')).toBe(canonical('eps', '%!PS\n%DVIPSSource: 2\nx'));
    expect(canonical('eps', '%!PS\n%%Date: 1\nx')).not.toBe(canonical('eps', '%!PS\n%%Date: 2\nx'));
  });

  it('is the picture itself for others', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(canonicalPicture('png', bytes)).toEqual(bytes);
    expect(Buffer.from(canonicalPicture('svg', bytes)).equals(bytes)).toBe(true);
  });
});
