import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { checkedCode } from './checkedCode';

describe('what is checked', () => {
  const draft = {
    ...draftOf('d', 'import other;'),
    files: [
      { name: 'main.asy', contents: 'import other;' },
      { name: 'other.asy', contents: 'int x;' },
      { name: 'data.csv', contents: '1,2' },
      { name: 'photo.png', contents: new Uint8Array(3) },
    ],
  };

  it('is the program in the editor, with the others', () => {
    const files = { 'main.asy': 'import other;', 'other.asy': 'int x;' };
    expect(checkedCode(draft)).toEqual({ main: 'main.asy', files });
    expect(checkedCode({ ...draft, active: 'other.asy' })).toEqual({ main: 'other.asy', files });
    expect(checkedCode({ ...draft, active: 'data.csv' })).toEqual({ main: 'main.asy', files });
  });

  it('is neither nothing nor too much', () => {
    expect(checkedCode(draftOf('d', ' \n'))).toBeUndefined();
    expect(checkedCode(draftOf('d', 'x'.repeat(200_000)))).toBeUndefined();
  });
});
