import { LinePositions } from '@/core/language/linePositions';
import { segmentsOf } from '@/core/language/segments';
import { SETTINGS, type Setting } from './settings';

/**
 * A `config.asy` as options: asy reads it before its command line, and nearly all of them only assign settings. What else
 * one does, only an asy that runs it can tell.
 */

export interface Configuration {
  /** To stand in front of the command line. */
  readonly words: readonly string[];
  /** The first line that does anything else. */
  readonly unreadLine?: number;
}

const ASSIGNMENT = /^(?:settings\.)?(\w+)\s*=\s*(\S[^]*)$/;
const IMPORT = /^import\s+settings$/;
const TEXT = /^"((?:[^"\\]|\\[^"])*)"$|^'([^'\\]*)'$/;
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const PAIR = /^\([-+.\d\s,]+\)$/;
const MAX_VERBOSITY = 9;

const BY_NAME = new Map(SETTINGS.map((setting) => [setting.name, setting]));

export function readConfiguration(source: string): Configuration {
  const words: string[] = [];
  for (const { text, from } of statementsOf(source)) {
    if (text === '' || IMPORT.test(text)) continue;
    const [, name = '', value = ''] = ASSIGNMENT.exec(text) ?? [];
    const setting = BY_NAME.get(name);
    const read = setting && wordsOf(setting, value);
    if (!read) return { words, unreadLine: new LinePositions(source).of(from).line };
    words.push(...read);
  }
  return { words };
}

function wordsOf({ name, takesValue, isNegatable }: Setting, value: string): string[] | undefined {
  if (name === 'verbose') return NUMBER.test(value) ? repeated('-v', Number(value)) : undefined;
  if (!takesValue) {
    if (value === 'true') return [`-${name}`];
    return value === 'false' && isNegatable ? [`-no${name}`] : undefined;
  }
  const [, plain, single] = TEXT.exec(value) ?? [];
  const given = plain ?? single ?? (NUMBER.test(value) || PAIR.test(value) ? value : undefined);
  return given === undefined ? undefined : [`-${name}`, given];
}

function repeated(word: string, times: number): string[] {
  return Array.from({ length: Math.max(0, Math.min(MAX_VERBOSITY, Math.floor(times))) }, () => word);
}

/** Without comments, each with the place of its first character. */
function statementsOf(source: string): { text: string; from: number }[] {
  const found: { text: string; from: number }[] = [];
  let [text, start] = ['', 0];
  const end = () => {
    found.push({ text: text.trim(), from: start });
    text = '';
  };
  const add = (part: string, from: number) => {
    if (text.trim() === '') start = from + part.search(/\S|$/);
    text += part;
  };
  for (const { kind, from, to } of segmentsOf(source)) {
    if (kind === 'comment') text += ' ';
    else if (kind === 'string') add(source.slice(from, to), from);
    else
      for (const { 0: part, index } of source.slice(from, to).matchAll(/;|[^;]+/g)) {
        if (part === ';') end();
        else add(part, from + index);
      }
  }
  end();
  return found;
}
