import { ADMIN_LIMITS } from './limits';

/**
 * What an administrator searches for: `class:slow cause:time-limit client:ann older:2m -backend:w1 triangle`.
 *
 * Every term must be true of a task. A qualifier names the field; `-` turns it round; a word without one may stand anywhere
 * in what is known of the task. Values with blanks stand in double quotes. The same query is read by the page, by fronts and
 * by the scheduler, so that what is counted is what is acted on.
 */

export const QUALIFIERS = [
  'class',
  'cause',
  'state',
  'client',
  'address',
  'backend',
  'task',
  'owner',
  'source',
  'older',
  'newer',
] as const;
export type Qualifier = (typeof QUALIFIERS)[number];

interface Term {
  readonly qualifier: Qualifier | undefined;
  readonly value: string;
  readonly isNegated: boolean;
}

export interface Query {
  readonly terms: readonly Term[];
  /** A qualifier that nobody knows, or an age that is none, as it was written: then nothing matches. */
  readonly wrong: string | undefined;
}

/** What can be asked of a task, whether it waits, runs, or failed yesterday. */
export interface Searchable {
  readonly task: string;
  readonly taskClass: string;
  readonly client: string;
  readonly address: string;
  readonly owner: string;
  readonly backend?: string | undefined;
  /** `waiting` and the like; how it ended. */
  readonly state?: string | undefined;
  readonly cause?: string | undefined;
  /** The hash of its sources. */
  readonly source?: string | undefined;
  /** What else a word is looked for in. */
  readonly text?: string | undefined;
  /** From when its age counts. */
  readonly sinceMs: number;
}

/** What people write for what we call otherwise. */
const ALIASES: Readonly<Record<string, string>> = { timeout: 'time-limit', oom: 'memory-limit', error: 'failed' };

const AGE = /^(\d{1,6}(?:\.\d{1,3})?)([smhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseQuery(text: string): Query {
  const terms: Term[] = [];
  let wrong: string | undefined;
  for (const word of wordsOf(text.slice(0, ADMIN_LIMITS.maxQuery))) {
    const isNegated = word.startsWith('-') && word.length > 1;
    const plain = isNegated ? word.slice(1) : word;
    const colon = plain.indexOf(':');
    const name = colon > 0 ? plain.slice(0, colon).toLowerCase() : undefined;
    const qualifier = QUALIFIERS.find((one) => one === name);
    const value = unquoted(qualifier === undefined ? plain : plain.slice(colon + 1)).toLowerCase();
    // `class:` while somebody types says nothing yet.
    if (value === '') continue;
    const isAge = qualifier === 'older' || qualifier === 'newer';
    if ((name !== undefined && qualifier === undefined && /^[a-z]+$/.test(name)) || (isAge && !AGE.test(value)))
      wrong ??= word;
    terms.push({ qualifier, value: qualifier === 'cause' ? (ALIASES[value] ?? value) : value, isNegated });
  }
  return { terms, wrong };
}

export function matchesQuery(query: Query, subject: Searchable, nowMs: number): boolean {
  return compileQuery(query, nowMs)(subject);
}

/**
 * For many: texts that many have in common, such as a client or a message, are looked at once. The answer is for this moment,
 * and to be thrown away after it.
 */
export function compileQuery({ terms, wrong }: Query, nowMs: number): (subject: Searchable) => boolean {
  if (wrong !== undefined) return () => false;
  const tests = terms.map(({ isNegated, ...term }) => ({ isNegated, isTrue: testOf(term, nowMs) }));
  return (subject) => tests.every(({ isTrue, isNegated }) => isTrue(subject) !== isNegated);
}

type Test = (subject: Searchable) => boolean;

function testOf({ qualifier, value }: Omit<Term, 'isNegated'>, nowMs: number): Test {
  const isEqual = remembered((text) => text === value);
  const isWithin = remembered((text) => text.includes(value));
  switch (qualifier) {
    // These are names of a short list: `3s` is not in `13s`.
    case 'class':
      return ({ taskClass }) => isEqual(taskClass);
    case 'cause':
    case 'state':
    case 'owner':
      return (subject) => isEqual(subject[qualifier]);
    case 'client':
    case 'address':
    case 'backend':
      return (subject) => isWithin(subject[qualifier]);
    // Nearly all of these differ: there is nothing to remember.
    case 'task':
    case 'source':
      return (subject) => (subject[qualifier] ?? '').toLowerCase().includes(value);
    case 'older':
      return ({ sinceMs }) => nowMs - sinceMs > ageMs(value);
    case 'newer':
      return ({ sinceMs }) => nowMs - sinceMs < ageMs(value);
    case undefined:
      return (subject) =>
        WORD_FIELDS.some((field) => isWithin(subject[field])) || subject.task.toLowerCase().includes(value);
  }
}

/** So many different texts are remembered. */
const MAX_REMEMBERED = 10_000;

function remembered(test: (lower: string) => boolean): (text: string | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    if (text === undefined) return false;
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = test(text.toLowerCase());
    if (known.size < MAX_REMEMBERED) known.set(text, found);
    return found;
  };
}

const WORD_FIELDS = ['taskClass', 'client', 'address', 'owner', 'backend', 'state', 'cause', 'text'] as const;

function ageMs(value: string): number {
  const [, count, unit] = AGE.exec(value) ?? [];
  return Number(count) * (UNIT_MS[unit ?? ''] ?? 0);
}

/** Blanks part words, but not within quotes. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (/\s/.test(character) && !isQuoted) {
      if (word !== '') words.push(word);
      word = '';
    } else word += character;
  }
  return word === '' ? words : [...words, word];
}

function unquoted(value: string): string {
  return value.replaceAll('"', '');
}

/** Values that a qualifier can have, as far as the page knows them. */
export type Vocabulary = Readonly<Partial<Record<Qualifier, readonly string[]>>>;

const MAX_SUGGESTIONS = 12;

/** Whole queries that go on with what was written last. */
export function suggestQueries(text: string, vocabulary: Vocabulary): string[] {
  const start = text.lastIndexOf(' ') + 1;
  const [before, last] = [text.slice(0, start), text.slice(start)];
  const sign = last.startsWith('-') ? '-' : '';
  const word = last.slice(sign.length);
  const colon = word.indexOf(':');
  if (colon < 0)
    return QUALIFIERS.filter((name) => name.startsWith(word.toLowerCase())).map((name) => `${before}${sign}${name}:`);
  const qualifier = QUALIFIERS.find((name) => name === word.slice(0, colon).toLowerCase());
  if (qualifier === undefined) return [];
  const given = word.slice(colon + 1).toLowerCase();
  const values = qualifier === 'older' || qualifier === 'newer' ? ['30s', '2m', '1h'] : (vocabulary[qualifier] ?? []);
  const fitting = values.filter((value) => value.toLowerCase().startsWith(given) && value.toLowerCase() !== given);
  return fitting
    .slice(0, MAX_SUGGESTIONS)
    .map((value) => `${before}${sign}${qualifier}:${/\s/.test(value) ? `"${value}"` : value}`);
}
