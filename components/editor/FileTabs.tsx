'use client';

import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FILE_ACTIONS, addFileAction } from '@/components/workbench/actions/fileActions';
import { downloadCodeAction } from '@/components/workbench/actions/windowActions';
import { usePlayground } from '@/components/workbench/context';
import { ActionButton } from '@/components/workbench/ActionButton';
import { ActionMenu } from '@/components/workbench/ActionMenu';
import { FileTab } from './FileTab';
import { RenameField } from './RenameField';

const MENU = [...FILE_ACTIONS, downloadCodeAction];

/** The files of the draft. The one that is rendered is marked when there are several. */
export function FileTabs() {
  const t = useTranslations('editor');
  const files = usePlayground(({ draft }) => draft.files);
  const renaming = usePlayground((state) => state.renaming);
  return (
    <div className="flex h-9 shrink-0 border-b border-line bg-background">
      <div
        className="flex min-w-0 items-stretch overflow-x-auto overflow-y-hidden"
        role="group"
        aria-label={t('files')}
      >
        {files.map(({ name }, index) =>
          name === renaming ? <RenameField key={name} name={name} /> : <FileTab key={name} name={name} index={index} />,
        )}
      </div>
      <div className="flex items-center px-1">
        <ActionButton action={addFileAction} />
      </div>
      <div className="ml-auto flex items-center px-1">
        <ActionMenu label={t('files')} icon={Ellipsis} actions={MENU} />
      </div>
    </div>
  );
}
