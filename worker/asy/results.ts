import { OUTPUT_LIMITS } from '@/core/limits';
import type { ResultHeader } from '@/core/wire/wire';
import type { WorkFolder } from '../jail/workFolder';

/**
 * Which files in a jail's folder are results (docs/asyonline.md, 18).
 *
 * A result has the extension of an image and is complete: the end of its format is there. A program that was killed
 * leaves halves behind, and asy's own steps leave `main_.pdf` and the like: neither is a result. A file that came with
 * the submission is one only if the program wrote it anew.
 */

export interface Result extends ResultHeader {
  readonly bytes: Uint8Array;
}

/** The last bytes of a whole file of each format; v3d has none. */
const ENDINGS: Readonly<Record<string, RegExp | undefined>> = {
  svg: /<\/svg>\s*$/,
  pdf: /%%EOF\s*$/,
  png: /IEND\xaeB`\x82$/,
  eps: /%%EOF\s*$/,
  html: /<\/html>\s*$/,
  v3d: /[^]/,
};

const TAIL_BYTES = 64;

/** What the files of a submission look like before the program runs. */
export type Before = ReadonlyMap<string, { readonly size: number; readonly mtimeMs: number }>;

export function lookBefore(folder: WorkFolder, names: Iterable<string>): Before {
  const before = new Map<string, { size: number; mtimeMs: number }>();
  for (const name of names) {
    const stats = folder.stat(name);
    if (stats) before.set(name, { size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return before;
}

/** The main file's picture first, then the others in the order they were written; and what was seen, for the next look. */
export function changedResults(folder: WorkFolder, stem: string, before: Before): { results: Result[]; seen: Before } {
  const seen = new Map(before);
  const candidates = folder
    .names()
    .flatMap((name) => {
      const dot = name.lastIndexOf('.');
      const [base, format] = [name.slice(0, dot), name.slice(dot + 1)];
      if (!(format in ENDINGS) || dot < 1 || isStep(base, stem)) return [];
      const stats = folder.stat(name);
      const old = before.get(name);
      if (!stats || (old && old.size === stats.size && old.mtimeMs === stats.mtimeMs)) return [];
      return [{ name, format, isMain: base === stem, size: stats.size, mtimeMs: stats.mtimeMs }];
    })
    .sort((a, b) => Number(b.isMain) - Number(a.isMain) || a.mtimeMs - b.mtimeMs || (a.name < b.name ? -1 : 1))
    .slice(0, OUTPUT_LIMITS.maxResults);
  const results: Result[] = [];
  for (const { name, format, isMain, size, mtimeMs } of candidates) {
    const bytes = folder.read(name, OUTPUT_LIMITS.maxResultBytes);
    if (!bytes || !isComplete(format, bytes)) continue;
    seen.set(name, { size, mtimeMs });
    results.push({ format, bytes, ...(isMain ? {} : { filename: name }) });
  }
  return { results, seen };
}

/** `main_` and `main_0` are asy's own steps towards `main`. */
function isStep(base: string, stem: string): boolean {
  return base.startsWith(`${stem}_`) && /^_\d*$/.test(base.slice(stem.length));
}

function isComplete(format: string, bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString('latin1');
  return ENDINGS[format]?.test(tail) ?? false;
}
