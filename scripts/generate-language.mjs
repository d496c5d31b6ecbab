// Writes what asy says about its own modules into public/language/<version of asy>/, one file a module: the tables
// behind completion, hover and signature help. A table is a list of [name, signature, signature, ...]. places.json tells
// where functions begin in the files of asy, by which an error in one of them is led back to the program.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Modules that people import; the parts of plain come with plain itself. */
const MODULES = `
  animation annotate babel binarytree CAD colormap contour contour3 drawtree embed feynman flowchart fontsize geometry
  graph graph3 grid3 interpolate labelpath labelpath3 markers math metapost obj ode palette patterns rational roundedpath
  simplex slide slopefield smoothcontour3 solids stats texcolors three tree trembling tube x11colors
`
  .trim()
  .split(/\s+/);
/** Modules of our own, which jails find beside those of asy. */
const OWN_FOLDER = 'modules';
const PLAIN = 'plain';
/** Another one has the tables made anew. */
const FORMAT = 5;
const ASY_FOLDER = '/usr/share/asymptote';
const DECLARATION = /^([A-Za-z_][\w.]*(?:\[\])*) ([A-Za-z_]\w*)(\W.*)?;$/;

/**
 * Types of functions that have names, which asy's listing writes out, each with those before it: what returns one would
 * have two lists of parameters. `$1` is the name of the parameter or function, if it has one.
 * @type {[RegExp, string][]}
 */
const NAMED_TYPES = [
  [/\bmarginT ?(\w*)\(path, pen\)/g, 'margin $1'],
  [/\bbool ?(\w*)\(picture, path, pen, margin\)/g, 'arrowbar $1'],
  [
    /\bvoid ?(\w*)\(frame, transform, Label, pair, path, path, pen, arrowbar, margin, ticklocate, int\[\], bool opposite=\.\.\.\)/g,
    'ticks $1',
  ],
  [/\bvoid ?(\w*)\(picture, axisT\)/g, 'axis $1'],
  [/\bmarginT3 ?(\w*)\(path3, pen\)/g, 'margin3 $1'],
  [/\bbool ?(\w*)\(picture, path3, material, margin3, light, light\)/g, 'arrowbar3 $1'],
];

function asy(args) {
  const env = { ...process.env, ASYMPTOTE_DIR: path.resolve(OWN_FOLDER) };
  const { stdout, stderr, status } = spawnSync('asy', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env });
  return { stdout: stdout ?? '', stderr: stderr ?? '', status };
}

export function asyVersion() {
  const { stdout, stderr } = asy(['--version']);
  return /Asymptote version (\d+\.\d+)/.exec(`${stdout}\n${stderr}`)?.[1];
}

/** Operators have no name to complete. */
export function parseListing(listing) {
  const table = new Map();
  for (const line of listing.split('\n')) {
    const [, type, name, rest = ''] = DECLARATION.exec(line) ?? [];
    if (name === undefined || type === 'operator' || name === 'operator') continue;
    const signature = withTypeNames(`${type} ${name}${rest.replaceAll('=<default>', '=...')}`);
    const known = table.get(name) ?? [];
    if (!known.includes(signature)) table.set(name, [...known, signature]);
  }
  return [...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, signatures]) => [name, ...signatures.sort(byUse)]);
}

function withTypeNames(signature) {
  return NAMED_TYPES.reduce(
    (told, [type, name]) => told.replace(type, (_, found) => name.replace('$1', found).trimEnd()),
    signature,
  );
}

/** Those that draw on the current picture are what people call, with as little as they can; the others are for modules. */
function byUse(a, b) {
  const isCalled = (signature) => Number(signature.includes('(picture pic=...'));
  return isCalled(b) - isCalled(a) || needed(a) - needed(b);
}

/** How many parameters cannot be left out. */
function needed(signature) {
  const at = signature.indexOf('(');
  return at < 0 ? 0 : parametersAt(signature, at + 1).filter((text) => !/^$|^\.\.\.|=\.\.\.$/.test(text)).length;
}

/** Functions and structures begin at the margin: [line, name], in order. */
export function parsePlaces(source) {
  return source.split('\n').flatMap((line, index) => {
    const name =
      /^(?:(?:private|static|restricted) +)*(?:[A-Za-z_][\w.]*(?:\[\])* +([A-Za-z_]\w*) *\(|struct +(\w+))/.exec(line);
    return name ? [[index + 1, name[1] ?? name[2]]] : [];
  });
}

/** What stands for a parameter that is left out, where it is short enough to be read in a signature. */
const SHORT_DEFAULT = /^[^,;{}\n]{1,40}$/;
/** A definition at the margin, up to its parameters. */
const DEFINITION = /^(?:(?:private|static|restricted) +)*[A-Za-z_][\w.]*(?:\[\])* +([A-Za-z_]\w*) *\(/gm;

/** The parameters from `at`, behind the parenthesis, split at the commas that are not inside others. */
function parametersAt(source, at) {
  const parameters = [''];
  let depth = 1;
  for (const character of source.slice(at, at + 2000)) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) return parameters.map((text) => text.replace(/\s+/g, ' ').trim());
    if (character === ',' && depth === 1) parameters.push('');
    else parameters.push(`${parameters.pop()}${character}`);
  }
  return [];
}

/**
 * Types have several names, of which asy lists another one: functions are told apart by the names of their parameters, and
 * by which of them are arrays.
 */
function parameterName(parameter) {
  const [told] = parameter.split(/[(=]/, 1);
  const arrays = told.match(/\[\]/g) ?? [];
  return told.replaceAll('[]', '').trim().split(' ').at(-1) + arrays.join('');
}

const keyOf = (name, parameters) => `${name}(${parameters.map(parameterName).join()})`;

/** By name and parameters: what each one is if it is left out, which asy's listing does not tell. */
export function parseDefaults(source) {
  const found = new Map();
  const code = source.replace(/\/\/.*/g, '');
  for (const match of code.matchAll(DEFINITION)) {
    const parameters = parametersAt(code, match.index + match[0].length);
    const defaults = parameters.map((parameter) => /^[^=]*=(.*)$/.exec(parameter)?.[1].trim());
    const key = keyOf(match[1], parameters);
    // Two that only their types tell apart, and that are not alike: nothing is told of either.
    const isAlike = !found.has(key) || found.get(key).join() === defaults.join();
    found.set(key, isAlike ? defaults : []);
  }
  return found;
}

export function withDefaults(table, defaults) {
  const told = (name, signature) => {
    const at = signature.indexOf(`${name}(`) + name.length + 1;
    const known = defaults.get(keyOf(name, parametersAt(signature, at)));
    if (known === undefined) return signature;
    // Not those of a function that is a parameter: they are deeper.
    let depth = 1;
    let parameter = 0;
    return (
      signature.slice(0, at) +
      signature.slice(at).replace(/[(),]|=\.\.\./g, (sign) => {
        if (sign === '(') depth += 1;
        if (sign === ')') depth -= 1;
        if (sign === ',' && depth === 1) parameter += 1;
        const text = sign === '=...' && depth === 1 ? known[parameter] : undefined;
        return text !== undefined && SHORT_DEFAULT.test(text) ? `=${text}` : sign;
      })
    );
  };
  return table.map(([name, ...signatures]) => [name, ...signatures.map((signature) => told(name, signature))]);
}

function libraryDefaults() {
  const sources = [ASY_FOLDER, OWN_FOLDER].flatMap((folder) =>
    modulesIn(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  return new Map(sources.flatMap((source) => [...parseDefaults(source)]));
}

function modulesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.asy')) : [];
}

function libraryPlaces() {
  const files = [ASY_FOLDER, OWN_FOLDER].flatMap((folder) => modulesIn(folder).map((name) => [folder, name]));
  return Object.fromEntries(
    files.map(([folder, name]) => [name, parsePlaces(readFileSync(path.join(folder, name), 'utf8'))]),
  );
}

function ownHash() {
  const hash = createHash('sha256');
  for (const name of modulesIn(OWN_FOLDER)) hash.update(readFileSync(path.join(OWN_FOLDER, name)));
  return hash.digest('hex').slice(0, 8);
}

/** True if it wrote anything; false if this version's tables are there already, or there is no asy to ask. */
export function generateLanguage(folder = path.join('public', 'language')) {
  const asyNumber = asyVersion();
  const version = `${asyNumber}-${FORMAT}-${ownHash()}`;
  if (asyNumber === undefined || existsSync(path.join(folder, version))) return false;
  // Aside first: a folder that is there is whole.
  const aside = path.join(folder, '.new');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  const written = [];
  const defaults = libraryDefaults();
  const own = modulesIn(OWN_FOLDER).map((name) => name.slice(0, -'.asy'.length));
  for (const name of [PLAIN, ...MODULES, ...own]) {
    const table = withDefaults(parseListing(asy(['-l', ...(name === PLAIN ? [] : [name])]).stdout), defaults);
    if (table.length === 0) continue;
    writeFileSync(path.join(aside, `${name}.json`), JSON.stringify(table));
    if (name !== PLAIN) written.push(name);
  }
  writeFileSync(path.join(aside, 'modules.json'), JSON.stringify(written));
  writeFileSync(path.join(aside, 'places.json'), JSON.stringify(libraryPlaces()));
  renameSync(aside, path.join(folder, version));
  return true;
}

if (import.meta.url === `file://${process.argv[1]}`) generateLanguage();
