import { StreamLanguage, type StringStream } from '@codemirror/language';
import { CONSTANTS, KEYWORDS, TYPES, UNITS } from '@/core/language/asyKeywords';

/** How Asymptote is coloured by CodeMirror. The same rules as asyGrammar.ts, for an editor that reads line by line. */

interface State {
  inside: 'code' | 'comment' | 'texString' | 'plainString';
}

const NUMBER = new RegExp(`^(\\d+(?:\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?(${UNITS.join('|')})?\\b`);
const WORD = /^[\p{L}_][\p{L}\p{N}_]*/u;

function readCode(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) return enter(state, 'comment', 'comment');
  if (stream.match('"')) return enter(state, 'texString', 'string');
  if (stream.match("'")) return enter(state, 'plainString', 'string');
  if (stream.match(NUMBER)) return 'number';
  const word = stream.match(WORD);
  if (word && word !== true) return wordToken(word[0], stream);
  stream.next();
  return null;
}

function wordToken(word: string, stream: StringStream): string {
  if (KEYWORDS.includes(word)) return 'keyword';
  if (TYPES.includes(word) || CONSTANTS.includes(word)) return 'typeName';
  return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName';
}

function enter(state: State, inside: State['inside'], token: string): string {
  state.inside = inside;
  return token;
}

function readString(stream: StringStream, state: State, end: string): string {
  if (stream.match(end)) return enter(state, 'code', 'string');
  if (stream.match(/^\\(?:[A-Za-z]+|.)/)) return 'string.special';
  if (end === '"' && stream.match(/^[$&^_{}]/)) return 'string.special';
  stream.next();
  return 'string';
}

function readComment(stream: StringStream, state: State): string {
  if (stream.match(/^.*?\*\//)) return enter(state, 'code', 'comment');
  stream.skipToEnd();
  return 'comment';
}

export const asyStream = StreamLanguage.define<State>({
  name: 'asymptote',
  startState: () => ({ inside: 'code' }),
  token(stream, state) {
    switch (state.inside) {
      case 'code':
        return readCode(stream, state);
      case 'comment':
        return readComment(stream, state);
      case 'texString':
        return readString(stream, state, '"');
      case 'plainString':
        return readString(stream, state, "'");
    }
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*\}$/,
  },
});
