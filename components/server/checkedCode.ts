import { isProgramName } from '@/core/submission/fileNames';
import type { CheckRequest } from '@/core/page';
import { textOf, type Draft } from '@/components/playground/draft';

/** In UTF-16. More than this is not sent with every key. */
const MAX_CHARACTERS = 128 * 1024;

/** The program that is being written, with those it may use; undefined if there is nothing to check. */
export function checkedCode(draft: Draft): Omit<CheckRequest, 'sequence'> | undefined {
  const main = isProgramName(draft.active) ? draft.active : draft.main;
  const files = draft.files.flatMap(({ name, contents }) =>
    isProgramName(name) && typeof contents === 'string' ? [[name, contents] as const] : [],
  );
  const characters = files.reduce((sum, [, text]) => sum + text.length, 0);
  if (textOf(draft, main).trim() === '' || characters > MAX_CHARACTERS) return undefined;
  return { main, files: Object.fromEntries(files) };
}
