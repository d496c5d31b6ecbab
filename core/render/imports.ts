import { segmentsOf } from '@/core/language/segments';
import { LANGUAGE_LIMITS, SUBMISSION_LIMITS } from '@/core/limits';

/**
 * What a program needs beside itself: the modules it imports, and the files it names. Whether they exist is for others to
 * find out: asy has modules of its own, and not every text that looks like the name of a file is one.
 */

const NAME = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`;
/** `from a access b`; a statement has no brackets, and its comments are gone. */
const FROM = new RegExp(String.raw`\bfrom\s+(${NAME}|"[^"\n]*")\s+(?:access|unravel)\b`);
/** `import a, b as c` and its like. */
const LIST = /\b(?:import|access|include)\s+(\S[^]*)/;
/** As a submission may have it. */
const EXTENSION = new RegExp(`^[a-z0-9]{1,${SUBMISSION_LIMITS.maxExtensionCharacters}}$`, 'i');
const MODULE = new RegExp(String.raw`^(?:(${NAME})|"([^"\n]*)")(?:\s+as\s+\w+)?$`);

/** Names of files, with their extension, each once. */
export function neededFiles(source: string): string[] {
  const found = new Set<string>();
  let statement = '';
  for (const { kind, from, to } of segmentsOf(source)) {
    if (found.size >= LANGUAGE_LIMITS.maxNeededFiles) break;
    if (kind === 'comment') statement += ' ';
    else if (kind === 'string') {
      statement += source.slice(from, to);
      for (const name of namesIn(source.slice(from + 1, to - 1))) found.add(name);
    } else {
      for (const [part] of source.slice(from, to).matchAll(/[;(){}]|[^;(){}]+/g)) {
        if (part === ';') for (const module of modulesOf(statement)) found.add(module);
        statement = /^[;(){}]/.test(part) ? '' : statement + part;
      }
    }
  }
  return [...found].slice(0, LANGUAGE_LIMITS.maxNeededFiles);
}

function modulesOf(statement: string): string[] {
  const list = FROM.exec(statement)?.[1] ?? LIST.exec(statement)?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    const [, name, quoted] = MODULE.exec(part.trim()) ?? [];
    const module = name ?? quoted ?? '';
    return module === '' ? [] : [module.endsWith('.asy') ? module : `${module}.asy`];
  });
}

/** Inside a text: something that ends in an extension. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/[^\s"'{}(),;=]+/g)].flatMap(({ 0: word, index }) => {
    const isEnd = /^["'}\s,)]?$/.test(text.charAt(index + word.length));
    const dot = word.lastIndexOf('.');
    return isEnd && dot > 0 && EXTENSION.test(word.slice(dot + 1)) ? [word] : [];
  });
}
