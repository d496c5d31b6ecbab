import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '@/core/locale';
import { EXPLANATIONS, inEnglish } from '@/core/explanations';
import { FAILURES, OUTCOMES } from '@/core/problems';
import { diagnostics } from './en/diagnostics';
import { examples } from './en/examples';
import { messagesFor, NAMESPACES } from './index';

/** Every message by its whole name. */
function flat(tree: object, name = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const whole = name === '' ? key : `${name}.${key}`;
    return typeof value === 'string' ? [[whole, value] as [string, string]] : flat(value as object, whole);
  });
}

const messagesOf = (locale: Locale) => new Map(flat(messagesFor(locale, NAMESPACES)));
const english = messagesOf('en');

type Ast = ReturnType<IntlMessageFormat['getAst']>;
/** The names that a message expects, and the categories of its plurals. */
function shapeOf(text: string, locale: Locale): { args: string[]; plurals: string[][] } {
  const args = new Set<string>();
  const plurals: string[][] = [];
  const walk = (ast: Ast): void => {
    for (const part of ast) {
      if ('value' in part && part.type !== 0) args.add(part.value);
      if ('pluralType' in part) plurals.push(Object.keys(part.options).filter((name) => !name.startsWith('=')));
      if ('options' in part && part.options) for (const option of Object.values(part.options)) walk(option.value);
      if ('children' in part) walk(part.children);
    }
  };
  walk(new IntlMessageFormat(text, locale).getAst());
  return { args: [...args].sort(), plurals };
}

describe.each(LOCALES)('the messages in %s', (locale) => {
  it('say everything that English says, with the same arguments', () => {
    const own = messagesOf(locale);
    expect([...own.keys()]).toEqual([...english.keys()]);
    for (const [name, text] of own) {
      const args = shapeOf(text, locale).args;
      expect({ name, args }).toEqual({ name, args: shapeOf(english.get(name) ?? '', 'en').args });
      expect(text.trim(), name).toBe(text);
      expect(text, name).not.toBe('');
    }
  });

  it('have every form of a plural that the language has', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    // Fractions and millions: "other" says them.
    const needed = forms.filter((form) => locale === 'ru' || form === 'one' || form === 'other');
    for (const [name, text] of messagesOf(locale)) {
      for (const plural of shapeOf(text, locale).plurals)
        expect({ name, forms: plural }).toEqual({ name, forms: expect.arrayContaining(needed) as string[] });
    }
  });
});

const ROOT = path.resolve(import.meta.dirname, '..');

function* sources(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (/(?<!\.test)\.tsx?$/.test(entry.name)) yield readFileSync(file, 'utf8');
  }
}

describe('every explanation', () => {
  it('is in English what the server says, with the same values', () => {
    expect(Object.keys(diagnostics.explanations)).toEqual(Object.keys(EXPLANATIONS));
    for (const [code, sentence] of Object.entries(EXPLANATIONS)) {
      const names = [...sentence.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? '');
      const values = Object.fromEntries(names.map((name) => [name, `(${name})`]));
      const message = diagnostics.explanations[code as keyof typeof EXPLANATIONS];
      expect(shapeOf(message, 'en').args, code).toEqual(names.sort());
      const said = new IntlMessageFormat(message, 'en').format(values);
      expect(said).toBe(inEnglish({ code: code as keyof typeof EXPLANATIONS, values }));
    }
  });

  it('and every code of a problem is there', () => {
    const known = { ...FAILURES, ...OUTCOMES };
    expect(Object.keys(diagnostics.codes)).toEqual(Object.keys(known));
    for (const [code, { title }] of Object.entries(known))
      expect(diagnostics.codes[code as keyof typeof known]).toBe(title);
  });
});

describe('every example', () => {
  it('has a title and a sentence, and a group that its name begins with', () => {
    const { groups, titles, abouts } = examples;
    const files = readdirSync(path.join(ROOT, 'examples')).filter((file) => file.endsWith('.asy'));
    expect(Object.keys(titles).sort()).toEqual(files.map((file) => file.replace('.asy', '')).sort());
    expect(Object.keys(abouts)).toEqual(Object.keys(titles));
    expect(new Set(Object.values(titles)).size).toBe(files.length);
    for (const name of Object.keys(titles).filter((other) => other !== 'welcome'))
      expect(Object.keys(groups)).toContain(name.split('-')[0]);
  });
});

describe('every message', () => {
  it('is used', () => {
    const literals = new Set<string>();
    const prefixes = new Set<string>();
    for (const folder of ['app', 'components', 'core']) {
      for (const source of sources(path.join(ROOT, folder))) {
        for (const [, name] of source.matchAll(/['"`]([\w$-]+(?:\.[\w$-]+)*)['"`]/g)) literals.add(name ?? '');
        // `kinds.${kind}`, or a name that is put together from the start.
        for (const [, prefix] of source.matchAll(/`([\w$-]+(?:\.[\w$-]+)*)\.\$\{/g)) prefixes.add(prefix ?? '');
      }
    }
    const isUsed = (name: string) => {
      const steps = name.split('.').slice(1);
      const tails = steps.map((_, i) => steps.slice(i).join('.'));
      const heads = steps.map((_, i) => steps.slice(0, i).join('.'));
      return tails.some((tail) => literals.has(tail)) || heads.some((head) => prefixes.has(head));
    };
    expect([...english.keys()].filter((name) => !isUsed(name))).toEqual([]);
  });
});
