import path from 'node:path';
import type { Blobs } from './blobs';
import { FolderBlobs } from './folderBlobs';

interface BlobSetup {
  readonly blobFolder: string | undefined;
  readonly dataFolder: string;
}

/** The folder that was configured, else one in the data folder. */
export function blobFolderOf({ blobFolder, dataFolder }: BlobSetup): string {
  return blobFolder ?? path.join(dataFolder, 'blobs');
}

/** The blob store of this machine. */
export function openBlobs(setup: BlobSetup, onWrite?: (bytes: number) => void): Blobs {
  return new FolderBlobs(blobFolderOf(setup), onWrite);
}
