import { isProgramName } from '@/core/submission/fileNames';
import { importsIn } from '@/core/language/definitions';
import type { GraphBody } from '@/core/taskgraph/taskSchema';
import type { Draft, DraftFile } from '@/components/playground/draft';
import { textOf } from '@/components/playground/draft';

/**
 * All programs of a project, each a task with all files: a program that others take in is a part of them and is not
 * drawn by itself, unless it is the main one.
 */
export function projectGraph(draft: Draft): GraphBody {
  const programs = draft.files.filter(({ name }) => isProgramName(name));
  const parts = new Set(programs.flatMap(({ name }) => takenBy(textOf(draft, name))));
  const drawn = programs.filter(({ name }) => name === draft.main || !parts.has(name));
  const files = Object.fromEntries(draft.files.map((file) => [file.name, contentsFor(file)]));
  const tasks = drawn.map(({ name }) => [name, { command: { render: { files, main: name } } }] as const);
  return { tasks: Object.fromEntries(tasks) };
}

function takenBy(program: string): string[] {
  return importsIn(program).map(({ module }) => `${module}.asy`);
}

function contentsFor({ contents }: DraftFile): string | { base64: string } {
  if (typeof contents === 'string') return contents;
  return { base64: btoa(Array.from(contents, (byte) => String.fromCharCode(byte)).join('')) };
}
