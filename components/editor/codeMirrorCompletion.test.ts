import { describe, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import { offer } from './codeMirrorCompletion';

function at(code: string) {
  const context = {
    pos: code.length,
    matchBefore(pattern: RegExp) {
      const text = pattern.exec(code)?.[0];
      return text === undefined ? null : { from: code.length - text.length, text };
    },
  };
  const sentences = new Map([['currentpicture', 'What is drawn on.']]);
  return offer(context, 'main.asy', draftOf('d', code), undefined, async () => sentences);
}

describe('completion on a phone', () => {
  it('offers own names first, and those of the language', async () => {
    const offered = await at('real twice(real x) { return 2x; }\ntw');
    expect(offered?.from).toBe(34);
    expect(offered?.options[0]).toEqual({ label: 'twice', detail: 'real twice(real x)', boost: 1 });
    expect(offered?.options).toContainEqual({ label: 'currentpicture', detail: 'What is drawn on.' });
  });

  it('is silent in comments and strings', async () => {
    expect(await at('draw(unitcircle); // dr')).toBeNull();
    expect(await at('label("dr')).toBeNull();
    expect(await at('label("a"); dr')).not.toBeNull();
  });

  it('waits for two letters', async () => {
    expect(await at('x')).toBeNull();
    expect(await at('draw(')).toBeNull();
  });
});
