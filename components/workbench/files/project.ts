import { isProgramName } from '@/core/submission/fileNames';
import { failure } from '@/core/errors';
import { outlineOf } from '@/core/language/definitions';
import { translatorOf } from '@/components/lib/translator';
import type { Draft, DraftFile } from '@/components/model/draft';
import type { Changed } from '@/components/model/draftFiles';

const USUAL_MAIN = 'main.asy';

/** Files that were opened together as a draft of their own. Of files with one name the last counts. */
export function projectOf(id: string, opened: readonly DraftFile[]): Changed {
  const files = [...new Map(opened.map((file) => [file.name, file])).values()];
  const main = mainOf(files);
  if (main === undefined) return { failure: failure('bad-file', translatorOf('workbench')('files.noProgram')) };
  const draft: Draft = { id, files, main, active: main };
  return { draft };
}

/** By its name, or else the first that no other one imports. */
function mainOf(files: readonly DraftFile[]): string | undefined {
  const programs = files.filter(({ name }) => isProgramName(name));
  if (programs.some(({ name }) => name === USUAL_MAIN)) return USUAL_MAIN;
  const imported = new Set(
    programs.flatMap(({ contents }) =>
      typeof contents === 'string' ? outlineOf(contents).imports.map(({ module }) => `${module}.asy`) : [],
    ),
  );
  return (programs.find(({ name }) => !imported.has(name)) ?? programs[0])?.name;
}
