import type { ResultHeader } from '@/core/wire/wire';
import type { WorkFolder } from '../jail/workFolder';
import { changedFiles, type Before, type FoundFile } from './changedFiles';
import { readArguments } from '@/core/asy/arguments';
import type { RenderSubmission } from './command';
import { ResultBudget } from './resultBudget';

/**
 * Which files in a jail's folder are results (docs/asyonline.md, 18).
 *
 * A result has the extension of an image and is complete: the end of its format is there. A program that was killed
 * leaves halves behind, and asy's own steps leave `main_.pdf` and the like: neither is a result. A file that came with
 * the submission is one only if the program wrote it anew.
 *
 * They are counted first, and read one at a time when they are sent: all of them at once would be more than a worker has.
 */

export interface Result extends ResultHeader {
  readonly bytes: Uint8Array;
}

interface FoundResult extends FoundFile {
  /** It is the picture of the main file. */
  readonly isMain: boolean;
}

/** The last bytes of a whole file of each format; v3d has none. By name in a map: names come from the program. */
const ENDINGS: ReadonlyMap<string, RegExp> = new Map([
  ['svg', /<\/svg>\s*$/],
  ['pdf', /%%EOF\s*$/],
  ['png', /IEND\xaeB`\x82$/],
  ['gif', /\0;$/],
  ['eps', /%%EOF\s*$/],
  ['html', /<\/html>\s*$/],
  ['v3d', /[^]/],
]);

const TAIL_BYTES = 64;

/**
 * Which files are wanted: the pictures; every file that asy leaves to a person (docs/render-api.md, 18); or its steps as
 * well. A file of ours begins with a dot; so does the picture of a program without a name.
 */
export type Wanted = 'pictures' | 'files' | 'steps';

export function wantedOf({ options }: RenderSubmission): Wanted {
  if (options.arguments === undefined) return 'pictures';
  return readArguments(options.arguments)?.keepsSteps === true ? 'steps' : 'files';
}

/** What a format may be called on the way (core/wire/wire.ts). */
const FORMAT = /^[a-z0-9]{1,8}$/;
const NAMELESS = 'file';
/** asy calls a program without a name nothing, and sometimes names the format twice. */
const NAMELESS_PICTURE = /^(?:\.(?:svg|pdf|png|gif|eps|html|v3d)){1,2}$/;
/** What TeX leaves. With a figure of a document it is called after the document, and would take the place of its own. */
const STEPS: ReadonlySet<string> = new Set(['aux', 'log']);
/** Of the steps with asy's own names, what asy leaves where TeX has failed. */
const LEFT_BY_FAILURE: ReadonlySet<string> = new Set(['dvi', 'pdf']);

/** The main file's picture first, then the others in the order they were written, as far as the budget allows. */
export async function findResults(
  folder: WorkFolder,
  stem: string,
  before: Before,
  wanted: Wanted = 'pictures',
): Promise<{ results: FoundResult[]; leftOut: number }> {
  const found = await changedFiles(folder, before, (name, format) => {
    const base = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    if (wanted === 'pictures') return base !== '' && ENDINGS.has(format) && !isStep(base, stem);
    if (name.startsWith('.')) return NAMELESS_PICTURE.test(name);
    if (wanted === 'steps') return true;
    return base.endsWith('_') ? LEFT_BY_FAILURE.has(format) : !STEPS.has(format);
  });
  const candidates = found
    .map((file) => ({
      ...file,
      format: FORMAT.test(file.format) ? file.format : NAMELESS,
      // Whoever wants all files wants them by their names.
      isMain: wanted === 'pictures' && file.name === `${stem}.${file.format}`,
    }))
    .sort((a, b) => Number(b.isMain) - Number(a.isMain) || a.mtimeMs - b.mtimeMs || (a.name < b.name ? -1 : 1));
  const budget = new ResultBudget();
  const results: FoundResult[] = [];
  let leftOut = 0;
  for (const file of candidates) {
    if (!budget.fits(file)) leftOut += 1;
    else if (isComplete(file.format, tailOf(folder, file)) && budget.take(file)) results.push(file);
  }
  return { results, leftOut };
}

/** As much of it as was counted. Undefined if it is not, or no longer, complete. */
export function readResult(folder: WorkFolder, { name, format, size, isMain }: FoundResult): Result | undefined {
  const bytes = folder.read(name, size);
  if (!bytes || !isComplete(format, bytes.subarray(-TAIL_BYTES))) return undefined;
  return { format, bytes, ...(isMain ? {} : { filename: name }) };
}

/** `main_` and `main_0` are asy's own steps towards `main`. */
function isStep(base: string, stem: string): boolean {
  return base.startsWith(`${stem}_`) && /^_\d*$/.test(base.slice(stem.length));
}

function tailOf(folder: WorkFolder, { name, size }: FoundFile): Buffer | undefined {
  return folder.read(name, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
}

function isComplete(format: string, tail: Buffer | undefined): boolean {
  return tail !== undefined && (ENDINGS.get(format)?.test(tail.toString('latin1')) ?? true);
}
