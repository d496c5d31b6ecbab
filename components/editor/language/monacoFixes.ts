import { translatorOf } from '@/components/lib/translator';
import { fixOf, problemText, type Fix } from '@/components/model/problemText';
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
        const end = { startLineNumber: marker.endLineNumber, startColumn: marker.endColumn };
        const textEdit = { range: fix.kind === 'add' ? { ...marker, ...end } : marker, text: fix.code };
        const edit = { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit }] };
        return [
          {
            title: translatorOf('editor')(fix.kind === 'add' ? 'add' : 'changeTo', { name: fix.code }),
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
