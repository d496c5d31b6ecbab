import { KIB } from '@/core/limits/units';
import { isRepeatable } from '@/core/render/repeatable';
import { isPresented, type RenderFormat, type SubmissionFiles } from '@/core/submission/submission';
import { readArguments } from '@/core/asy/arguments';
import { hasPlainStem, type RenderSubmission } from '../asy/command';
import { shadows } from './modules';

/** Which submissions are certain to come out the same by a shorter way (docs/speed.md). When in doubt, they are not. */

/** Of calls by options of asy's own. */
const WARM_FORMATS: readonly RenderFormat[] = ['svg', 'pdf', 'png', 'eps'];

/**
 * Words of a program that could see how its asy was started: a new environment loads plain again, and with it what a
 * waiting asy was told to load.
 */
const SEES_ITS_START = /\b(?:(?:autoimport|dummy|eval|cd)\b|asy\s*\()/;

/** Commands of the program's own choice see everything: when, where and how they were started. */
const OWN_COMMANDS =
  /\b(?:texcommand|texpath|texpathcommand|texdvicommand|gs|libgs|dvips|dvisvgm|epsdriver|convert|convertOptions|display|animate|psviewer|pdfviewer|htmlviewer|xasy|system)\b/;

/** Files that TeX takes for its own: one that was started ahead has read those of the system. */
const OF_TEX = /\.(?:sty|cls|clo|def|fd|cfg|fmt|enc|map|tfm|vf|pfb|ltx|cnf|lua)$/i;

const decoder = new TextDecoder('latin1');

/** With our library in asy. Whoever asks for more messages, another TeX or another look sees asy's steps, and these are not the same. */
export function fitsFaster({ options, files }: RenderSubmission): boolean {
  if (bringsTex(files)) return false;
  if (options.arguments !== undefined) return isPlain(options.arguments);
  return options.verbosity === 0 && options.engine === undefined && !isPresented(options);
}

/** Nothing but a format and a name. */
function isPlain(args: readonly string[]): boolean {
  const call = readArguments(args);
  if (call === undefined || call.files.length > 0) return false;
  const isFast = call.format === undefined || WARM_FORMATS.some((format) => format === call.format);
  return isFast && call.args.every((word, i) => (i % 2 === 0 ? word === '-f' : word === call.format));
}

/** In a jail that waits: `modules` are loaded there already, so that a submission cannot bring its own. */
export function fitsWarm({ main, options, files }: RenderSubmission, modules: ReadonlySet<string>): boolean {
  if (options.verbosity > 0 || isPresented(options) || (options.arguments?.length ?? 0) > 0) return false;
  if (!hasPlainStem(main) || !files.has(main)) return false;
  if (shadows(files, modules) || bringsTex(files) || needsRoom(files)) return false;
  for (const [name, bytes] of files)
    if (name.endsWith('.asy') && SEES_ITS_START.test(decoder.decode(bytes))) return false;
  return true;
}

/** Without a sign before its name, a list of fonts takes the place of TeX's own, which one that stands by has read. */
const LISTS_FONTS = /\\pdfmap(?:file|line)/;

function bringsTex(files: SubmissionFiles): boolean {
  for (const [name, bytes] of files)
    if (OF_TEX.test(name) || (/\.(?:asy|tex)$/i.test(name) && LISTS_FONTS.test(decoder.decode(bytes)))) return true;
  return false;
}

/** Pictures whose pixels take much more room than their files while converters are at work. */
const PICTURE = /\.(?:png|jpe?g|pdf|eps|svg)$/i;
const MUCH_BYTES = 256 * KIB;

export function needsRoom(files: SubmissionFiles): boolean {
  let bytes = 0;
  for (const [name, { length }] of files) if (PICTURE.test(name)) bytes += length;
  return bytes > MUCH_BYTES;
}

/** With labels remembered, TeX may not be asked for sizes at all: what it leaves behind in doing so must not matter. */
const SEES_TEX = /\b(?:texput|keep|keepaux|verbose|debug)\b/;

export function fitsLabels({ options, files }: RenderSubmission): boolean {
  if (options.arguments !== undefined) return false;
  for (const [name, bytes] of files) if (name.endsWith('.asy') && SEES_TEX.test(decoder.decode(bytes))) return false;
  return true;
}

/**
 * Whether a difference between two runs of it says something about the way they went: it looks at no clock, and runs
 * nothing that could look at how it was started.
 */
export function isTelling(files: SubmissionFiles): boolean {
  if (!isRepeatable(files)) return false;
  for (const bytes of files.values()) {
    const text = decoder.decode(bytes);
    if (OWN_COMMANDS.test(text) || SEES_ITS_START.test(text)) return false;
  }
  return true;
}
