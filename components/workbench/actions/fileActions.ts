import { FileArchive, FilePlus, FileUp, FolderArchive, FolderOpen } from 'lucide-react';
import { freeName, movedTo, withFiles, withMain, withoutFile } from '@/components/model/draftFiles';
import { chooseArchive, chooseFiles, chooseFolder } from '@/components/workbench/files/chooseFiles';
import { downloadZip } from '@/components/workbench/files/downloadDraft';
import { translatorOf } from '@/components/lib/translator';
import { isProgramName } from '@/core/submission/fileNames';
import type { PlaygroundState } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';
import type { Action } from './action';

/** Nobody needs it for the first paint. */
const importing = () => import('@/components/workbench/files/importFiles');

export const addFileAction: Action = {
  id: 'add-file',
  title: (t) => t('actions.newFile'),
  group: 'code',
  icon: FilePlus,
  run({ gateway, state }) {
    const name = freeName(state.draft);
    gateway.change(withFiles(state.draft, [{ name, contents: '' }], 'shown'));
    // Its name is what the person thinks of first.
    gateway.draft.startRenaming(name);
  },
};

const uploadAction: Action = {
  id: 'upload',
  title: (t) => t('actions.addFiles'),
  group: 'code',
  icon: FileUp,
  run: (workbench) => void chooseFiles().then(async (chosen) => (await importing()).addFiles(workbench, chosen)),
};

const openFolderAction: Action = {
  id: 'open-folder',
  title: (t) => t('actions.openFolder'),
  group: 'code',
  icon: FolderOpen,
  run: (workbench) =>
    void chooseFolder().then(async (chosen) => {
      const [folder = ''] = chosen[0]?.webkitRelativePath.split('/') ?? [];
      if (chosen.length > 0) await (await importing()).openProject(workbench, folder, chosen.filter(isShown));
    }),
};

/** Not below a hidden folder, and not hidden itself. */
function isShown({ webkitRelativePath }: File): boolean {
  return !/(?:^|\/)\./.test(webkitRelativePath);
}

const openArchiveAction: Action = {
  id: 'open-archive',
  title: (t) => t('actions.openZip'),
  group: 'code',
  icon: FolderArchive,
  run: (workbench) =>
    void chooseArchive().then(async (chosen) => {
      const [archive] = chosen;
      if (archive !== undefined) await (await importing()).openProject(workbench, archive.name, chosen);
    }),
};

const downloadAllAction: Action = {
  id: 'download-all',
  title: (t) => t('actions.downloadAll'),
  group: 'code',
  icon: FileArchive,
  run: ({ state }) => void downloadZip(state.draft),
};

const makeMainAction: Action = {
  id: 'make-main',
  title: (t) => t('actions.makeMain'),
  group: 'code',
  whyNot({ draft: { active, main } }, t) {
    if (active === main) return t('reasons.isMain');
    return isProgramName(active) ? undefined : t('reasons.notAsy');
  },
  run: ({ gateway, state }) => gateway.change(withMain(state.draft, state.draft.active)),
};

export const deleteFileAction: Action = {
  id: 'delete-file',
  title: (t) => t('actions.deleteFile'),
  group: 'code',
  whyNot: ({ draft: { active, main } }, t) => (active === main ? t('reasons.keepsMain') : undefined),
  run: (workbench) => deleteFile(workbench, workbench.state.draft.active),
};

/** With Undo. */
export function deleteFile(workbench: Workbench, name: string): void {
  const { draft } = workbench.state;
  workbench.gateway.change(withoutFile(draft, name), translatorOf('workbench')('files.deleted', { name }));
}

function placeOf({ draft: { files, active } }: PlaygroundState): number {
  return files.findIndex(({ name }) => name === active);
}

const moveLeftAction: Action = {
  id: 'move-left',
  title: (t) => t('actions.moveLeft'),
  group: 'code',
  whyNot: (state, t) => (placeOf(state) === 0 ? t('reasons.isFirst') : undefined),
  run: ({ gateway, state }) => gateway.change({ draft: movedTo(state.draft, state.draft.active, placeOf(state) - 1) }),
};

const moveRightAction: Action = {
  id: 'move-right',
  title: (t) => t('actions.moveRight'),
  group: 'code',
  whyNot: (state, t) => (placeOf(state) === state.draft.files.length - 1 ? t('reasons.isLast') : undefined),
  run: ({ gateway, state }) => gateway.change({ draft: movedTo(state.draft, state.draft.active, placeOf(state) + 1) }),
};

const renameFileAction: Action = {
  id: 'rename-file',
  title: (t) => t('actions.renameFile'),
  group: 'code',
  keys: ['F2'],
  run: ({ gateway }) => gateway.draft.startRenaming(gateway.state.draft.active),
};

export const FILE_ACTIONS: readonly Action[] = [
  addFileAction,
  uploadAction,
  openFolderAction,
  openArchiveAction,
  renameFileAction,
  makeMainAction,
  moveLeftAction,
  moveRightAction,
  deleteFileAction,
  downloadAllAction,
];
