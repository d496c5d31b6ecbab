import { z } from 'zod';
import { withSuggestion } from '@/core/diagnostics/unknownName';
import { findProblems } from '@/core/diagnostics/problems';
import { outlineOf } from '@/core/language/definitions';
import { knownNames } from '@/core/language/knownNames';
import type { LanguageTables } from '@/core/language/tables';
import { placed } from '@/core/render/problemDocument';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { MAIN_FILE } from '../render/submission';
import { MCP_LIMITS } from './limits';

/** A program as a language model sends it, and what is wrong with it in words that lead to its lines. */

const text = z.string().max(SUBMISSION_LIMITS.maxProgramBytes);

export const programInput = {
  program: text.min(1).describe('The Asymptote program; problems name it main.asy.'),
  files: z
    .record(z.string().max(SUBMISSION_LIMITS.maxNameBytes), text)
    .optional()
    .describe('Further files by name, such as modules (.asy) or data (.csv).'),
};

export interface Program {
  readonly program: string;
  readonly files?: Readonly<Record<string, string>>;
}

export type ToldProblem = ReturnType<typeof placed>;

export function filesOf({ program, files = {} }: Program): Record<string, string> {
  return { ...files, [MAIN_FILE]: program };
}

export async function problemsIn(output: string, given: Program, tables: LanguageTables): Promise<ToldProblem[]> {
  const files = filesOf(given);
  const project = { files: Object.entries(files).map(([name, contents]) => ({ name, contents })) };
  const found = findProblems(output, project, () => performance.now());
  const own = Object.values(files).flatMap((text) => outlineOf(text).definitions.map(({ name }) => name));
  const names = [...own, ...(await knownNames(project, tables))];
  return found.slice(0, MCP_LIMITS.maxProblems).map((problem) => placed(withSuggestion(problem, names)));
}

/** One line each, as compilers write them. */
export function problemLines(problems: readonly ToldProblem[]): string {
  return problems
    .map(({ file, line, column, severity, message }) => {
      const place = [file, line, column].filter((part) => part !== undefined).join(':');
      return `${place === '' ? '' : `${place}: `}${severity}: ${message}`;
    })
    .join('\n');
}
