import { failure, type Failure } from '@/core/errors';
import { translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import type { Workbench } from '@/components/workbench/workbench';
import { withFiles } from '@/components/model/draftFiles';
import { isArchive, readFolder, readIncoming, type Incoming } from './incomingFiles';
import { projectOf } from './project';

/** What comes from the disk into the workbench: into the draft, or as a draft of its own. */

export async function addFiles(workbench: Workbench, picked: readonly File[]): Promise<void> {
  const { gateway } = workbench;
  const read = await readSafely(() => readIncoming(picked));
  // One of them may take the place of a file of the same name.
  workbench.keepVersion();
  gateway.change('failure' in read ? read : withFiles(gateway.state.draft, read.files));
}

/** A folder or an archive. What was there goes into the history, and Undo brings it back. */
export async function openProject(workbench: Workbench, name: string, picked: readonly File[]): Promise<void> {
  const isOneArchive = picked.length === 1 && picked.every(isArchive);
  const read = await readSafely(() => (isOneArchive ? readIncoming(picked) : readFolder(picked)));
  const project = 'failure' in read ? read : projectOf(newId(), read.files);
  if ('failure' in project) return workbench.gateway.layout.notify(project.failure.message);
  const leftOut = 'leftOut' in read ? read.leftOut : 0;
  const t = translatorOf('workbench');
  const done = leftOut === 0 ? t('files.opened', { name }) : t('files.openedPart', { name, count: leftOut });
  workbench.drafts.open(project.draft, done);
}

/** Files may be gone, or forbidden, between being picked and being read. */
export function unreadable(): Failure {
  return failure('bad-file', translatorOf('workbench')('files.unreadable'));
}

async function readSafely(read: () => Promise<Incoming>): Promise<Incoming> {
  try {
    return await read();
  } catch {
    return { failure: unreadable() };
  }
}
