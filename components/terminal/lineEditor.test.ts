import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeKeys, type Key } from './keys';
import { EMPTY_LINE, pressKey, type LineEffect, type LineState } from './lineEditor';

const HISTORY = ['first', 'second'];

function press(data: string, from: LineState = EMPTY_LINE): { state: LineState; effects: LineEffect[] } {
  let state = from;
  const effects: LineEffect[] = [];
  for (const key of decodeKeys(data)) {
    const step = pressKey(state, key, HISTORY);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

const LEFT = '\x1b[D';
const UP = '\x1b[A';
const DOWN = '\x1b[B';

describe('the line', () => {
  it.each([
    ['ac' + LEFT + 'b', 'abc', 2],
    ['abc\x7f', 'ab', 2],
    ['abc\x01\x1b[3~', 'bc', 0],
    ['ab' + LEFT + '\x04', 'a', 1],
    ['one two\x17', 'one ', 4],
    ['one two\x15x', 'x', 1],
    ['one two\x01\x1b[1;5C\x0b', 'one', 3],
    ['a😀' + LEFT + 'b', 'ab😀', 2],
    ['a😀\x7f', 'a', 1],
    ['one two\x1b[1;5D\x1b[1;5D-', '-one two', 1],
  ])('is edited by %j', (data, text, cursor) => {
    expect(press(data).state).toMatchObject({ text, cursor });
  });

  it('is entered, and a new one begins', () => {
    expect(press('draw(x);\r')).toEqual({ state: EMPTY_LINE, effects: [{ kind: 'submit', line: 'draw(x);' }] });
  });

  it('takes a paste of several lines one by one, and leaves the last to be edited', () => {
    const { state, effects } = press('a!' + LEFT + '\x1b[200~1\r\tb\rc\x1b[201~');
    expect(effects).toEqual([
      { kind: 'submit', line: 'a1' },
      { kind: 'submit', line: '  b' },
    ]);
    expect(state).toMatchObject({ text: 'c!', cursor: 1 });
  });

  it('walks through the history and comes back to what was typed', () => {
    expect(press('mine' + UP).state.text).toBe('second');
    expect(press('mine' + UP + UP + UP).state.text).toBe('first');
    expect(press('mine' + UP + UP + DOWN + DOWN + DOWN).state.text).toBe('mine');
  });

  it('asks for what it cannot do itself', () => {
    expect(press('x\x03').effects).toEqual([{ kind: 'interrupt' }]);
    expect(press('x\x03').state).toEqual(EMPTY_LINE);
    expect(press('\x04').effects).toEqual([{ kind: 'end' }]);
    expect(press('x\x0c\t')).toMatchObject({
      state: { text: 'x' },
      effects: [{ kind: 'clear' }, { kind: 'complete' }],
    });
  });

  it('keeps the cursor in the text and between whole characters, whatever is pressed', () => {
    const names = [
      'left',
      'right',
      'home',
      'end',
      'up',
      'down',
      'backspace',
      'delete',
      'kill-word',
      'word-left',
    ] as const;
    const key: fc.Arbitrary<Key> = fc.oneof(
      fc.constantFrom(...names).map((kind): Key => ({ kind })),
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text): Key => ({ kind: 'text', text })),
    );
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const { text, cursor } = keys.reduce((state, each) => pressKey(state, each, HISTORY).state, EMPTY_LINE);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThanOrEqual(text.length);
        expect([...text.slice(0, cursor), ...text.slice(cursor)]).toEqual([...text]);
      }),
    );
  });
});
