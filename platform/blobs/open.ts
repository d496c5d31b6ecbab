import path from 'node:path';
import type { Config } from '../config/config';
import type { Blobs } from './blobs';
import { FolderBlobs } from './folderBlobs';
import { S3Blobs, type S3Place } from './s3Blobs';

type BlobConfig = Pick<Config, 'blobFolder' | 's3Url' | 's3Region' | 's3KeyId' | 's3Secret'>;

/** The folder that was configured, else one in the data folder. */
export function blobFolderOf({ blobFolder }: Pick<BlobConfig, 'blobFolder'>, dataFolder: string): string {
  return blobFolder ?? path.join(dataFolder, 'blobs');
}

/** Undefined: blobs are in a folder. */
export function s3PlaceOf({ s3Url: url, s3Region: region, s3KeyId, s3Secret }: BlobConfig): S3Place | undefined {
  return url === undefined ? undefined : { url, region, keyId: s3KeyId ?? '', secret: s3Secret ?? '' };
}

/** The blob store of this machine. */
export function openBlobs(config: BlobConfig, dataFolder: string, onWrite?: (bytes: number) => void): Blobs {
  const place = s3PlaceOf(config);
  return place ? new S3Blobs(place, onWrite) : new FolderBlobs(blobFolderOf(config, dataFolder), onWrite);
}
