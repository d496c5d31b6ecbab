import { translatorOf } from '@/components/lib/translator';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';

/** "Did you mean" as something that one key puts right. */

const MEANT = /Did you mean (\S+)\?$/;

export function registerFixes(monaco: MonacoModule): void {
  monaco.languages.registerCodeActionProvider(LANGUAGE, {
    provideCodeActions: (model, _range, { markers }) => ({
      actions: markers.flatMap((marker) => {
        const meant = MEANT.exec(marker.message)?.[1];
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
