import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { surplus, titleOf, versionPicture, type Version } from './version';

function version(at: number, isKept = false): Version {
  return { id: String(at), at, isKept, draft: draftOf('d', '') };
}

describe('a version', () => {
  it('is called by what the program begins with', () => {
    expect(titleOf(draftOf('d', '\n// Pythagoras. Change a.\nsize(1cm);'))).toBe('Pythagoras. Change a.');
    expect(titleOf(draftOf('d', 'size(1cm);'))).toBe('size(1cm);');
    expect(titleOf(draftOf('d', ' \n'))).toBe('Empty');
    const files = [
      { name: 'main.asy', contents: '' },
      { name: 'a.asy', contents: '// Shapes' },
    ];
    expect(titleOf({ ...draftOf('d', ''), files })).toBe('Shapes');
  });

  it('has a picture only if that is small and an image', () => {
    const picture = { revision: 0, url: '', format: 'svg', bytes: new Uint8Array(9) };
    expect(versionPicture(picture)).toEqual({ format: 'svg', bytes: picture.bytes });
    expect(versionPicture({ ...picture, format: 'pdf' })).toBeUndefined();
    expect(versionPicture({ ...picture, bytes: new Uint8Array(300 * 1024) })).toBeUndefined();
  });

  it('goes when there are too many: the oldest first, kept ones never', () => {
    const versions = [version(1, true), version(2), version(3), version(4, true)];
    expect(surplus(versions, 3, 99).map(({ at }) => at)).toEqual([2]);
    expect(surplus(versions, 1, 99).map(({ at }) => at)).toEqual([3, 2]);
    const large = [version(1), { ...version(2, true), draft: draftOf('d', 'x'.repeat(60)) }, version(3)];
    expect(surplus(large, 9, 50).map(({ at }) => at)).toEqual([3, 1]);
  });
});
