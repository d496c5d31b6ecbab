import type { languages } from 'monaco-editor';
import { CONSTANTS, KEYWORDS, TYPES, UNITS } from '@/core/language/asyKeywords';

/**
 * How Asymptote is coloured. Strings in double quotes are TeX with `\"` as the only escape; those in single quotes have
 * the escapes of C. A number may be followed at once by a unit: `2.5cm`.
 */
export const asyGrammar: languages.IMonarchLanguage = {
  defaultToken: '',
  unicode: true,
  keywords: [...KEYWORDS],
  types: [...TYPES],
  constants: [...CONSTANTS],
  symbols: /[=><!~?:&|+\-*/^%#.$]+/,
  tokenizer: {
    root: [
      { include: '@space' },
      [/(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?/, { token: 'number', next: '@unit' }],
      [/(operator)(\s*)(@symbols|\w+)/, ['keyword', '', 'operator']],
      [
        /[\p{L}_][\p{L}\p{N}_]*(?=\s*\()/u,
        { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'function' } },
      ],
      [
        /[\p{L}_][\p{L}\p{N}_]*/u,
        { cases: { '@keywords': 'keyword', '@types': 'type', '@constants': 'constant', '@default': 'identifier' } },
      ],
      [/"/, 'string', '@texString'],
      [/'/, 'string', '@plainString'],
      [/[{}()[\]]/, '@brackets'],
      [/@symbols/, 'operator'],
      [/[;,]/, 'delimiter'],
    ],
    unit: [
      [new RegExp(`(${UNITS.join('|')})\\b`), 'number.unit', '@pop'],
      ['', '', '@pop'],
    ],
    space: [
      [/\s+/, ''],
      [/\/\/.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
    ],
    comment: [
      [/[^*/]+/, 'comment'],
      [/\*\//, 'comment', '@pop'],
      [/[*/]/, 'comment'],
    ],
    texString: [
      [/\\"/, 'string.escape'],
      [/"/, 'string', '@pop'],
      [/\\\\|\\[A-Za-z]+|\\./, 'string.tex'],
      [/[$&^_{}]/, 'string.tex'],
      [/[^"\\$&^_{}]+/, 'string'],
    ],
    plainString: [
      [/\\(?:[abefnrtv'"?\\]|[0-7]{1,3}|x[0-9A-Fa-f]{1,2})/, 'string.escape'],
      [/'/, 'string', '@pop'],
      [/[^'\\]+/, 'string'],
      [/\\/, 'string'],
    ],
  },
};
