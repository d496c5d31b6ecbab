import { SETTINGS, type Setting } from './settings';

/**
 * asy's own command line, as asy reads it: `-name value`, `-name=value`, `--name`, any beginning of a name that only one
 * option has, `-noname` for a flag, letters that stand for themselves (`-fpdf`, `-vv`), files anywhere, `--` before the last
 * of them. What asy does not understand is refused in asy's own words.
 */

export interface AsyCall {
  readonly kind: 'call';
  /** What is asked of asy, except for what follows. `-f` is always two arguments. */
  readonly args: readonly string[];
  /** `-` is standard input. */
  readonly files: readonly string[];
  /** As given with `-f`. */
  readonly format?: string;
  readonly outname?: string;
  readonly folder?: string;
  /** Where modules are looked for. */
  readonly moduleFolders?: string;
  /** Instead of `config.asy`. */
  readonly config?: string;
  /** Modules to be imported first. */
  readonly autoimport?: string;
  /** `-c`: asy runs it, and no file. */
  readonly hasCommand: boolean;
  /** `-h` or `-version`: asy says so, and does nothing else. */
  readonly isQuestion: boolean;
  /** The picture is to be shown. */
  readonly isViewed: boolean;
  readonly keepsSteps: boolean;
  /** Options that only a local asy has, as they were given. */
  readonly localOnly: readonly string[];
}

interface WrongCall {
  readonly kind: 'wrong';
  /** As asy says it. */
  readonly message: string;
}

/** Options whose values are kept apart. */
const APART = { outname: 'outname', cd: 'folder', dir: 'moduleFolders', config: 'config' } as const;

interface Option {
  readonly setting: Setting;
  readonly isOn: boolean;
}

const BY_NAME: ReadonlyMap<string, Option> = new Map(
  SETTINGS.flatMap((setting): [string, Option][] => {
    const off = setting.isNegatable ? [setting.name, ...(setting.short === 'V' ? ['V'] : [])] : [];
    return [
      [setting.name, { setting, isOn: true }],
      ...off.map((name): [string, Option] => [`no${name}`, { setting, isOn: false }]),
    ];
  }),
);
const BY_LETTER = new Map(SETTINGS.flatMap((setting) => (setting.short ? [[setting.short, setting] as const] : [])));

type Found = (Option & { readonly value?: string }) | { readonly wrong: string };

export function parseAsyCall(words: readonly string[]): AsyCall | WrongCall {
  const files: string[] = [];
  const found: (Option & { readonly value?: string; readonly word: string })[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (word === '--') {
      files.push(...words.slice(i + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      files.push(word);
      continue;
    }
    for (const option of read(word)) {
      if ('wrong' in option) return { kind: 'wrong', message: option.wrong };
      const isAlone = option.setting.takesValue && option.value === undefined;
      if (isAlone && i + 1 >= words.length) return { kind: 'wrong', message: missing(word, option.setting) };
      if (isAlone) i += 1;
      found.push({ ...option, ...(isAlone ? { value: words[i] ?? '' } : {}), word });
    }
  }
  return callOf(found, files);
}

function callOf(found: readonly (Option & { value?: string; word: string })[], files: string[]): AsyCall {
  const last = (name: string) => found.filter(({ setting }) => setting.name === name).at(-1);
  const isOn = (name: string) => last(name)?.isOn === true;
  const apart = Object.entries(APART).flatMap(([name, key]) => {
    const value = last(name)?.value;
    return value === undefined ? [] : [[key, value]];
  });
  const format = last('outformat')?.value;
  const autoimport = last('autoimport')?.value;
  return {
    kind: 'call',
    args: found.flatMap((option) => written(option)),
    files,
    ...(format === undefined ? {} : { format }),
    ...(autoimport === undefined ? {} : { autoimport }),
    ...(Object.fromEntries(apart) as Pick<AsyCall, (typeof APART)[keyof typeof APART]>),
    hasCommand: last('command') !== undefined,
    isQuestion: isOn('help') || isOn('version'),
    isViewed: ['View', 'batchView', 'multipleView'].some(isOn),
    keepsSteps: isOn('keep') || isOn('keepaux'),
    localOnly: found.filter(isLocal).map(({ word }) => word),
  };
}

function isLocal({ setting, isOn }: Option): boolean {
  return setting.place === 'local' && (setting.localWhen === undefined || setting.localWhen === isOn);
}

/** In its plainest form, so that equal calls look equal. */
function written({ setting, isOn, value }: Option & { value?: string }): string[] {
  if (setting.place !== 'server' || Object.hasOwn(APART, setting.name)) return [];
  const name = setting.name === 'outformat' ? '-f' : `-${isOn ? '' : 'no'}${setting.name}`;
  return value === undefined ? [name] : [name, value];
}

/** Several for letters in one word. */
function read(word: string): Found[] {
  const [, dashes = '', rest = ''] = /^(--?)([^]*)$/.exec(word) ?? [];
  const cut = rest.indexOf('=');
  const name = cut < 0 ? rest : rest.slice(0, cut);
  const value = cut < 0 ? undefined : rest.slice(cut + 1);
  const letter = BY_LETTER.get(rest.charAt(0));
  if (dashes === '-' && rest.length === 1 && letter) return [{ setting: letter, isOn: true }];
  const near = BY_NAME.has(name) ? [name] : [...BY_NAME.keys()].filter((known) => known.startsWith(name));
  const [full = ''] = near;
  const option = near.length === 1 ? BY_NAME.get(full) : undefined;
  if (option && value !== undefined && !option.setting.takesValue)
    return [{ wrong: `option '${dashes}${full}' doesn't allow an argument` }];
  if (option) return [{ ...option, ...(value === undefined ? {} : { value }) }];
  if (near.length > 1) {
    const names = near.map((known) => `'${dashes}${known}'`).sort();
    return [{ wrong: `option '${word}' is ambiguous; possibilities: ${names.join(' ')}` }];
  }
  if (dashes === '-' && letter) return letters(rest);
  return [{ wrong: `unrecognized option '${dashes}${name}'` }];
}

function letters(rest: string): Found[] {
  const found: Found[] = [];
  for (let i = 0; i < rest.length; i += 1) {
    const setting = BY_LETTER.get(rest.charAt(i));
    if (!setting) return [{ wrong: `invalid option -- '${rest.charAt(i)}'` }];
    if (setting.takesValue) {
      const value = rest.slice(i + 1);
      return [...found, { setting, isOn: true, ...(value === '' ? {} : { value }) }];
    }
    found.push({ setting, isOn: true });
  }
  return found;
}

function missing(word: string, { short }: Setting): string {
  if (short !== undefined && word === `-${short}`) return `option requires an argument -- '${short}'`;
  return `option '${word}' requires an argument`;
}
