'use client';

import { useTranslations } from 'use-intl';
import { downloadAction } from '@/components/workbench/actions/pictureActions';
import { addFileAction } from '@/components/workbench/actions/fileActions';
import { perform } from '@/components/workbench/actions/perform';
import {
  draftsAction,
  galleryAction,
  historyAction,
  keysAction,
  newDrawingAction,
  paletteAction,
  settingsAction,
  shareAction,
  tutorialAction,
} from '@/components/workbench/actions/windowActions';
import { useWorkbench } from '@/components/workbench/context';
import { PlaygroundDialog } from './PlaygroundDialog';

/** What one has come for first. */
const ENTRIES = [
  shareAction,
  downloadAction,
  newDrawingAction,
  draftsAction,
  galleryAction,
  historyAction,
  addFileAction,
  tutorialAction,
  settingsAction,
  keysAction,
  paletteAction,
];

/** On a phone: what the top bar has no room for, in rows that a thumb hits. */
export function PhoneMenu() {
  const t = useTranslations('playground');
  const say = useTranslations('workbench');
  const workbench = useWorkbench();
  return (
    <PlaygroundDialog name="menu" title={t('menu')} className="w-[min(24rem,calc(100vw-1rem))]">
      <ul className="overflow-auto p-2">
        {ENTRIES.map((action, index) => {
          const Icon = action.icon;
          return (
            <li key={action.id}>
              <button
                type="button"
                data-first-focus={index === 0 || undefined}
                className="flex min-h-12 w-full items-center gap-4 rounded-md px-3 text-left text-[15px] hover:bg-hover"
                onClick={() => {
                  workbench.gateway.layout.openDialog(undefined);
                  perform(action, workbench);
                }}
              >
                {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
                {action.title(say)}
              </button>
            </li>
          );
        })}
      </ul>
    </PlaygroundDialog>
  );
}
