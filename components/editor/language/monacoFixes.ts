import { translatorOf } from '@/components/lib/translator';
import { fixOf, problemText } from '@/components/model/problemText';
import type { Problem } from '@/core/diagnostics/problems';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';

/** "Did you mean" as something that one key puts right. */

/** What was meant, by what the marker says: Monaco hands out markers with nothing but their texts. */
let fixes: ReadonlyMap<string, string> = new Map();

/** For the markers of these problems. */
export function setFixes(problems: readonly Problem[]): void {
  fixes = new Map(
    problems.flatMap((problem): [string, string][] => {
      const meant = fixOf(problem);
      return meant === undefined ? [] : [[problemText(problem), meant]];
    }),
  );
}

export function registerFixes(monaco: MonacoModule): void {
  monaco.languages.registerCodeActionProvider(LANGUAGE, {
    provideCodeActions: (model, _range, { markers }) => ({
      actions: markers.flatMap((marker) => {
        const meant = fixes.get(marker.message);
        if (meant === undefined) return [];
        const textEdit = { range: marker, text: meant };
        const edit = { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit }] };
        return [
          {
            title: translatorOf('editor')('changeTo', { name: meant }),
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
