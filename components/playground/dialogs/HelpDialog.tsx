'use client';

import { useTranslations } from 'use-intl';
import { formatKeys } from '@/components/lib/keys';
import { useIsMac } from '@/components/lib/platform';
import { ACTIONS, EDITOR_KEYS, TAB_LEAVES, editorKeys } from '@/components/workbench/actions/registry';
import { PlaygroundDialog } from './PlaygroundDialog';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { startTutorial } from '@/components/workbench/tutorial';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { CHEAT_SHEET } from './cheatSheet';
import { at } from '@/core/basePath';

/** The keys, made from the list of actions, and the language in one minute. */
export function HelpDialog() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="keys" title={t('help.title')} className="w-[min(56rem,calc(100vw-2rem))]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 overflow-auto p-4 md:grid-cols-2">
        <FirstSteps />
        <Keys />
        <CheatSheet />
      </div>
    </PlaygroundDialog>
  );
}

function FirstSteps() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  return (
    <section aria-label={t('help.start')} className="flex flex-wrap items-center gap-x-4 gap-y-2 md:col-span-2">
      <button
        type="button"
        className={OUTLINE_BUTTON}
        onClick={() => {
          workbench.gateway.layout.openDialog(undefined);
          void startTutorial(workbench);
        }}
      >
        {t('help.startTutorial')}
      </button>
      <a href={at('/gallery')} className="text-accent underline">
        {t('help.allExamples')}
      </a>
      <a href={at('/packages')} className="text-accent underline">
        {t('help.packages')}
      </a>
      <a href={at('/api-docs')} className="text-accent underline">
        HTTP API
      </a>
    </section>
  );
}

function Keys() {
  const t = useTranslations('playground');
  const actionText = useTranslations('workbench');
  const isMac = useIsMac();
  const keyMap = usePlayground(({ settings }) => settings.keyMap);
  // Another key map binds others in the editor, and its own documentation tells them.
  const ofEditor = keyMap === 'default' ? EDITOR_KEYS : [];
  const all = [
    ...ACTIONS.flatMap(({ title, keys = [] }) => (keys.length === 0 ? [] : [{ title: title(actionText), keys }])),
    ...ofEditor.map((one) => ({ title: actionText(`editorKeys.${one.id}`), keys: [editorKeys(one, isMac)] })),
  ];
  return (
    <section aria-label={t('help.keys')}>
      <h3 className="mb-2 font-semibold">{t('help.keys')}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        {all.map(({ title, keys }) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd className="flex items-start gap-1">
              {keys.map((combination) => (
                <kbd
                  key={combination}
                  className="rounded border border-line bg-background px-1.5 py-0.5 text-xs whitespace-nowrap"
                >
                  {formatKeys(combination, isMac)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">
        {t('help.keysNote', {
          tabKeys: formatKeys(editorKeys(TAB_LEAVES, isMac), isMac),
          pictureKeys: formatKeys('Alt+2', isMac),
        })}
      </p>
    </section>
  );
}

function CheatSheet() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  return (
    <section aria-label={t('help.cheatSheet')}>
      <h3 className="mb-2 font-semibold">{t('help.cheatSheet')}</h3>
      <ul className="flex flex-col gap-2">
        {CHEAT_SHEET.map(({ name, code }) => (
          <li key={name} className="rounded-md border border-line bg-surface">
            <div className="flex items-center justify-between pt-1 pr-1 pl-3 text-xs text-muted">
              {t(`cheatSheet.${name}`)}
              <button
                type="button"
                className={`${OUTLINE_BUTTON} h-6 text-xs`}
                aria-label={t('help.insertNamed', { title: t(`cheatSheet.${name}`) })}
                onClick={() => {
                  workbench.gateway.layout.openDialog(undefined);
                  workbench.editor.insert(code);
                }}
              >
                {t('help.insert')}
              </button>
            </div>
            <pre className="overflow-x-auto px-3 pb-2 font-mono text-xs leading-5" tabIndex={0}>
              {code}
            </pre>
          </li>
        ))}
      </ul>
    </section>
  );
}
