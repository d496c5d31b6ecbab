import { FileArchive, FilePlus, FileUp, FolderArchive, FolderOpen } from 'lucide-react';
import { freeName, movedTo, withFiles, withMain, withoutFile } from '@/components/model/draftFiles';
import { chooseArchive, chooseFiles, chooseFolder } from '@/components/workbench/files/chooseFiles';
import { addFiles, openProject } from '@/components/workbench/files/importFiles';
import { downloadZip } from '@/components/workbench/files/downloadDraft';
import { isProgramName } from '@/core/submission/fileNames';
import type { PlaygroundState } from '@/components/model/state';
import type { Action } from './action';

export const addFileAction: Action = {
  id: 'add-file',
  title: 'New file',
  group: 'Code',
  icon: FilePlus,
  run({ gateway, state }) {
    const name = freeName(state.draft);
    gateway.change(withFiles(state.draft, [{ name, contents: '' }]));
  },
};

const uploadAction: Action = {
  id: 'upload',
  title: 'Add files or a zip…',
  group: 'Code',
  icon: FileUp,
  run: (workbench) => void chooseFiles().then((chosen) => addFiles(workbench, chosen)),
};

const openFolderAction: Action = {
  id: 'open-folder',
  title: 'Open folder…',
  group: 'Code',
  icon: FolderOpen,
  run: (workbench) =>
    void chooseFolder().then((chosen) => {
      const [folder = ''] = chosen[0]?.webkitRelativePath.split('/') ?? [];
      if (chosen.length > 0) void openProject(workbench, folder, chosen.filter(isShown));
    }),
};

/** Not below a hidden folder, and not hidden itself. */
function isShown({ webkitRelativePath }: File): boolean {
  return !/(?:^|\/)\./.test(webkitRelativePath);
}

const openArchiveAction: Action = {
  id: 'open-archive',
  title: 'Open zip…',
  group: 'Code',
  icon: FolderArchive,
  run: (workbench) =>
    void chooseArchive().then((chosen) => {
      const [archive] = chosen;
      if (archive !== undefined) void openProject(workbench, archive.name, chosen);
    }),
};

const downloadAllAction: Action = {
  id: 'download-all',
  title: 'Download all files as zip',
  group: 'Code',
  icon: FileArchive,
  run: ({ state }) => void downloadZip(state.draft),
};

const makeMainAction: Action = {
  id: 'make-main',
  title: 'Set as main file',
  group: 'Code',
  whyNot({ draft: { active, main } }) {
    if (active === main) return 'This is the main file.';
    return isProgramName(active) ? undefined : 'The main file must end in .asy.';
  },
  run: ({ gateway, state }) => gateway.change(withMain(state.draft, state.draft.active)),
};

const deleteFileAction: Action = {
  id: 'delete-file',
  title: 'Delete file',
  group: 'Code',
  whyNot: ({ draft: { active, main } }) =>
    active === main ? 'Can’t delete the main file. Set another file as main first.' : undefined,
  run({ gateway, state: { draft } }) {
    gateway.change(withoutFile(draft, draft.active), `Deleted ${draft.active}`);
  },
};

function placeOf({ draft: { files, active } }: PlaygroundState): number {
  return files.findIndex(({ name }) => name === active);
}

const moveLeftAction: Action = {
  id: 'move-left',
  title: 'Move file left',
  group: 'Code',
  whyNot: (state) => (placeOf(state) === 0 ? 'This is the first file.' : undefined),
  run: ({ gateway, state }) => gateway.change({ draft: movedTo(state.draft, state.draft.active, placeOf(state) - 1) }),
};

const moveRightAction: Action = {
  id: 'move-right',
  title: 'Move file right',
  group: 'Code',
  whyNot: (state) => (placeOf(state) === state.draft.files.length - 1 ? 'This is the last file.' : undefined),
  run: ({ gateway, state }) => gateway.change({ draft: movedTo(state.draft, state.draft.active, placeOf(state) + 1) }),
};

const renameFileAction: Action = {
  id: 'rename-file',
  title: 'Rename file',
  group: 'Code',
  keys: ['F2'],
  run: ({ gateway }) => gateway.startRenaming(gateway.state.draft.active),
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
