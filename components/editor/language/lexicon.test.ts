import { expect, it } from 'vitest';
import { lexicon } from '@/messages/en/lexicon';
import { EXAMPLE_LINES, MODULE_LINES } from '@/core/language/exampleLines';
import { lessonOf } from './lexicon';

it('has an example for each name and module, and nothing for what nobody wrote about', async () => {
  expect(Object.keys(EXAMPLE_LINES)).toEqual(Object.keys(lexicon.names));
  expect(Object.keys(MODULE_LINES)).toEqual(Object.keys(lexicon.modules));
  expect(await lessonOf('draw', 'names')).toEqual({
    sentence: 'Draws a path, with a pen, arrows or bars.',
    example: 'draw((0,0)--(2,1), blue, Arrow);',
  });
  expect(await lessonOf('three', 'modules')).toEqual({
    sentence: 'Drawing in space.',
    example: 'import three; draw(unitsphere, lightblue);',
  });
  expect(await lessonOf('constructor', 'names')).toBeUndefined();
});
