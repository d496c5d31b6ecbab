import { failure, type Failure } from '@/core/errors';
import { translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import type { Workbench } from '@/components/workbench/workbench';
import { formatBytes } from '@/components/lib/format';
import { codeToRead, readingCall } from '@/components/model/codeToRead';
import type { DraftFile } from '@/components/model/draft';
import { withFiles } from '@/components/model/draftFiles';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { bytesOfFiles, fitImages, imageSize } from './fitImages';
import { isArchive, readFolder, readIncoming, tooLarge, type Incoming } from './incomingFiles';
import { projectOf } from './project';

/** What comes from the disk into the workbench: into the draft, or as a draft of its own. */

/**
 * They stay in the background; the code that reads the first new one is offered. What takes the place of another file, with
 * Undo, and what does not fit is told.
 */
export async function addFiles(workbench: Workbench, picked: readonly File[]): Promise<void> {
  const { gateway } = workbench;
  const read = await readSafely(() => readIncoming(picked));
  if ('failure' in read) return gateway.change(read);
  const fitted = await fitImages(gateway.state.draft, read.files);
  // Data that could never be rendered is not even taken.
  const ofThese = bytesOfFiles(fitted.files);
  if (ofThese > SUBMISSION_LIMITS.maxSourceBytes) return gateway.change({ failure: tooLarge(ofThese) });
  const { draft } = gateway.state;
  const changed = withFiles(draft, fitted.files, 'hidden');
  const t = translatorOf('workbench');
  const isThere = (file: DraftFile) => draft.files.some(({ name }) => name === file.name);
  const [replaced] = fitted.files.filter(isThere);
  gateway.change(changed, replaced && t('files.replaced', { name: replaced.name }));
  const first = fitted.files.find((file) => !isThere(file));
  if ('failure' in changed) return;
  for (const { name, before, after } of fitted.reduced)
    gateway.layout.notify(t('files.reduced', { name, before: formatBytes(before), after: formatBytes(after) }));
  const total = bytesOfFiles(changed.draft.files);
  if (total > SUBMISSION_LIMITS.maxSourceBytes) gateway.layout.notify(tooLarge(total).message);
  if (first === undefined) return;
  const code = codeToRead(first.name, await imageSize(first));
  const offer =
    code === undefined
      ? undefined
      : { title: t('files.insert', { code: readingCall(code) }), run: () => workbench.editor.insert(code) };
  gateway.tell(t('files.added', { name: first.name }), offer);
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
function unreadable(): Failure {
  return failure('bad-file', translatorOf('workbench')('files.unreadable'));
}

async function readSafely(read: () => Promise<Incoming>): Promise<Incoming> {
  try {
    return await read();
  } catch {
    return { failure: unreadable() };
  }
}
