/**
 * What a program needs beside itself: the modules it imports, and the files it names. Whether they exist is for others to
 * find out: asy has modules of its own, and not every text that looks like the name of a file is one.
 */

const NAME = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`;
const DOUBLE = String.raw`"((?:[^"\\]|\\.)*)"`;
const SINGLE = String.raw`'((?:[^'\\]|\\.)*)'`;

/**
 * From left to right, whatever comes first: a comment; `from a access b;`; `import a, b as c;` and its like; a text. So
 * nothing inside a text or a comment is taken for a statement.
 */
const PARTS = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*.*?\*\/`,
    String.raw`\bfrom\s+(?<from>${NAME}|"[^"\n]*")\s+(?:access|unravel)\b[^;]*;`,
    String.raw`\b(?:import|access|include)\s+(?<list>[^;(){}]*);`,
    DOUBLE.replace('(', '(?<double>'),
    SINGLE.replace('(', '(?<single>'),
  ].join('|'),
  'gs',
);
const MODULE = new RegExp(String.raw`^(?:(${NAME})|"([^"\n]*)")(?:\s+as\s+\w+)?$`);
/** Inside a text: something that ends in an extension. */
const FILE_NAME = /[^\s"'{}(),;=]+\.[a-z0-9]{1,4}(?=["'}\s,)]|$)/g;

/** Names of files, with their extension, each once. */
export function neededFiles(source: string): string[] {
  const found = new Set<string>();
  for (const { groups = {} } of source.matchAll(PARTS)) {
    const { from, list, double, single } = groups;
    const modules = [...(from === undefined ? [] : [from]), ...(list?.split(',') ?? [])];
    for (const part of modules) {
      const [, name, quoted] = MODULE.exec(part.trim()) ?? [];
      const module = name ?? quoted ?? '';
      if (module !== '') found.add(module.endsWith('.asy') ? module : `${module}.asy`);
    }
    for (const [name] of (double ?? single ?? '').matchAll(FILE_NAME)) found.add(name);
  }
  return [...found];
}
