import { knownNames } from '@/core/language/knownNames';
import type { LanguageTables } from '@/core/language/tables';
import type { Draft } from '@/components/model/draft';
import type { Gateway } from './gateway';
import { callsOf, withCallingLine } from '@/core/diagnostics/callingLine';
import type { Problem } from '@/core/diagnostics/problems';
import { unknownModule, unknownName, withModule, withSuggestion } from '@/core/diagnostics/unknownName';
import { outlineOf } from '@/core/language/definitions';

/**
 * Says more about problems than asy does: what an unknown name may have been meant to be, and which line of the program
 * called into the file of asy where something went wrong. Both need the tables, which may have to be loaded: the
 * problems are told at once, and better a moment later.
 */
export function openExplainer(gateway: Gateway, tables: LanguageTables): () => void {
  return gateway.store.subscribe((state, before) => {
    for (const [found, earlier] of [
      [state.report?.problems, before.report?.problems],
      [state.check?.problems, before.check?.problems],
    ]) {
      if (found === undefined || found === earlier || !found.some(canBeExplained)) continue;
      void explain(found, state.draft, tables).then((explained) => {
        // The same list again would be explained again.
        if (explained.some((problem, index) => problem !== found[index])) gateway.run.explain(found, explained);
      });
    }
  });
}

function canBeExplained(problem: Problem): boolean {
  return problem.library !== undefined || [unknownName, unknownModule].some((find) => find(problem) !== undefined);
}

async function explain(
  problems: readonly Problem[],
  draft: Draft,
  tables: LanguageTables,
): Promise<readonly Problem[]> {
  const names = [...ownNames(draft), ...(await knownNames(draft, tables))];
  const places = await tables.places();
  const calls = callsOf(draft);
  const modules = [...ownModules(draft), ...(await tables.modules())];
  return Promise.all(
    problems.map(async (problem) => {
      const ofModule = await tables.namesOf(moduleOf(problem.library?.file ?? ''));
      return withCallingLine(withModule(withSuggestion(problem, names), modules), calls, places, ofModule);
    }),
  );
}

/** `graph_splinetype.asy` is a part of graph. */
function moduleOf(file: string): string {
  return file.replace(/\.asy$/, '').split('_', 1)[0] ?? '';
}

function ownModules({ files, main }: Draft): string[] {
  return files.flatMap(({ name }) => (name.endsWith('.asy') && name !== main ? [name.slice(0, -4)] : []));
}

function ownNames({ files }: Draft): string[] {
  return files.flatMap(({ name, contents }) =>
    typeof contents === 'string' && name.endsWith('.asy')
      ? outlineOf(contents).definitions.map((definition) => definition.name)
      : [],
  );
}
