import path from 'node:path';
import type { Blobs } from './blobs';
import { FolderBlobs } from './folderBlobs';

/** The blob store of this machine: the folder that was configured, else one in the data folder. */
export function openBlobs(setup: { readonly blobFolder: string | undefined; readonly dataFolder: string }): Blobs {
  return new FolderBlobs(setup.blobFolder ?? path.join(setup.dataFolder, 'blobs'));
}
