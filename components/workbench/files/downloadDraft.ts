import type { Draft } from '@/components/model/draft';
import { downloadBytes } from './exportPicture';
import { pack } from './incomingFiles';

/** All files as a zip; one file as it is. */
export async function downloadDraft(draft: Draft): Promise<void> {
  const [only] = draft.files;
  if (draft.files.length > 1 || only === undefined) return downloadZip(draft);
  downloadBytes(only.name, only.contents);
}

export async function downloadZip({ files, main }: Draft): Promise<void> {
  downloadBytes(`${main.replace(/\.asy$/, '')}.zip`, await pack(files), 'application/zip');
}
