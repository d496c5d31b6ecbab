import { expect, it } from 'vitest';
import { lexicon } from '@/messages/en/lexicon';
import { EXAMPLE_LINES } from '@/core/language/exampleLines';
import { lessonOf } from './lexicon';

it('has an example for each name, and nothing for what nobody wrote about', async () => {
  expect(Object.keys(EXAMPLE_LINES)).toEqual(Object.keys(lexicon.names));
  expect(await lessonOf('draw', 'names')).toEqual({
    sentence: 'Draws a path, with a pen, arrows or bars.',
    example: 'draw((0,0)--(2,1), blue, Arrow);',
  });
  expect(await lessonOf('graph', 'modules')).toEqual({ sentence: 'Axes and graphs of functions and data.' });
  expect(await lessonOf('constructor', 'names')).toBeUndefined();
});
