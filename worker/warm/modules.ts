import type { SubmissionFiles } from '@/core/submission/submission';
import type { RenderSubmission } from '../asy/command';

/**
 * Which modules of asy's own library a waiting asy has read ahead.
 *
 * It has translated them, and run nothing of them: they stand in a block that is never entered. A program that imports one
 * runs it then and there as always; for one that does not, nothing has happened. So every program may have a jail with any
 * modules, unless it brings a file of the same name, which asy would have taken instead.
 */

/** Beyond these a jail would take more memory than it is counted with (worker/warm/slotPlan.ts). */
const MAX_MODULES = 4;

const IMPORT = /\b(?:import|access|from)\s+([\w\s,]{1,200})/g;
const FIRST_NAME = /\w+/;
const decoder = new TextDecoder('latin1');

export interface Library {
  /** All modules, by name. */
  readonly names: ReadonlySet<string>;
  /** Those that can be read ahead. */
  readonly ahead: ReadonlySet<string>;
}

/** What to have read ahead for it, in a fixed order. What only looks like an import, as in a comment, does no harm. */
export function importedModules(files: SubmissionFiles, { ahead }: Library): readonly string[] {
  const found = new Set<string>();
  for (const [file, bytes] of files) {
    if (!file.endsWith('.asy')) continue;
    for (const [, list = ''] of decoder.decode(bytes).matchAll(IMPORT))
      for (const part of list.split(',')) {
        const name = FIRST_NAME.exec(part)?.[0] ?? '';
        if (ahead.has(name)) found.add(name);
      }
  }
  return [...found].slice(0, MAX_MODULES).sort();
}

/** Whether it brings a file that asy would take for one of these modules: it looks for the bare name, too. */
export function shadows(files: SubmissionFiles, names: ReadonlySet<string>): boolean {
  for (const name of files.keys()) {
    const dot = name.indexOf('.');
    if ((dot < 0 || name.endsWith('.asy')) && names.has(dot < 0 ? name : name.slice(0, dot))) return true;
  }
  return false;
}

/** What programs have in common that may be treated differently by a shortcut: format, engine, and what they import. */
export function programKind({ options, files }: RenderSubmission, library: Library): string {
  return [options.format, options.engine, ...importedModules(files, library)].filter(Boolean).join(' ');
}
