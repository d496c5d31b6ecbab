import { describe, expect, it } from 'vitest';
import { holdsImage, pictureSize, svgSize } from './picture';

describe('the size of a picture', () => {
  it('is read from the head of an SVG, in CSS pixels', () => {
    expect(
      svgSize("<?xml version='1.0'?>\n<!-- x -->\n<svg version='1.1' width='72pt' height='36pt' viewBox='0 0 72 36'>"),
    ).toEqual({
      width: 96,
      height: 48,
    });
    expect(svgSize('<svg width="10" height="2.5px">')).toEqual({ width: 10, height: 2.5 });
    expect(svgSize('<svg viewBox="0 0 1 1">')).toBeUndefined();
    expect(svgSize('<svg width="10em" height="2em">')).toBeUndefined();
  });

  it('is read from the header of a PNG', () => {
    const bytes = new Uint8Array(40);
    bytes.set([0, 0, 1, 2, 0, 0, 0, 9], 16);
    expect(pictureSize('png', bytes)).toEqual({ width: 258, height: 9 });
    expect(pictureSize('png', bytes.subarray(0, 20))).toBeUndefined();
  });

  it('is unknown for other formats', () => {
    expect(pictureSize('pdf', new Uint8Array(100))).toBeUndefined();
  });
});

it('knows of a picture whether there is an image in it', () => {
  const holds = (format: string, text: string) => holdsImage({ format, bytes: new TextEncoder().encode(text) });
  expect([holds('svg', "<svg><image x='0'/></svg>"), holds('pdf', '<</Type/XObject\n/Subtype/Image>>')]).toEqual([
    true,
    true,
  ]);
  expect([
    holds('svg', '<svg><path/></svg>'),
    holds('pdf', '<</Subtype/Form>>'),
    holds('png', '<image/>'),
  ]).not.toContain(true);
});
