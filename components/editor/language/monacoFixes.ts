import type { IRange } from 'monaco-editor';
import { fixOf, fixText, problemText, type Fix } from '@/components/model/problemText';
import type { Problem } from '@/core/diagnostics/problems';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';

/** "Did you mean" as something that one key puts right. */

/** What was meant, by what the marker says: Monaco hands out markers with nothing but their texts. */
let fixes: ReadonlyMap<string, Fix> = new Map();

/** For the markers of these problems. */
export function setFixes(problems: readonly Problem[]): void {
  fixes = new Map(
    problems.flatMap((problem): [string, Fix][] => {
      const fix = fixOf(problem);
      return fix === undefined ? [] : [[problemText(problem), fix]];
    }),
  );
}

export function registerFixes(monaco: MonacoModule): void {
  monaco.languages.registerCodeActionProvider(LANGUAGE, {
    provideCodeActions: (model, _range, { markers }) => ({
      actions: markers.flatMap((marker) => {
        const fix = fixes.get(marker.message);
        if (fix === undefined) return [];
        const textEdit = { range: rangeOf(fix, marker), text: fix.kind === 'begin' ? `${fix.code}\n` : fix.code };
        const edit = { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit }] };
        return [
          {
            title: fixText(fix),
            kind: 'quickfix',
            diagnostics: [marker],
            isPreferred: true,
            edit,
          },
        ];
      }),
      dispose() {},
    }),
  });
}

function rangeOf({ kind }: Fix, marker: IRange): IRange {
  if (kind === 'begin') return { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
  const end = { startLineNumber: marker.endLineNumber, startColumn: marker.endColumn };
  return kind === 'add' ? { ...marker, ...end } : marker;
}
