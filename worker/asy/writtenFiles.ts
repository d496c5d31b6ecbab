import { OUTPUT_LIMITS } from '@/core/limits';
import type { WorkFolder } from '../jail/workFolder';
import type { Before } from './results';

/** Files a program wrote besides its pictures: data that another task may read. asy's own steps are none of them. */

export interface WrittenFile {
  readonly filename: string;
  readonly format: string;
  readonly bytes: Uint8Array;
}

const DATA_FORMATS = new Set(['csv', 'dat', 'txt', 'tex', 'asy', 'json']);

export function writtenFiles(folder: WorkFolder, stem: string, before: Before): WrittenFile[] {
  return folder
    .names()
    .sort()
    .flatMap((filename) => {
      const format = filename.slice(filename.lastIndexOf('.') + 1);
      if (!DATA_FORMATS.has(format) || filename.startsWith(`${stem}_`)) return [];
      const stats = folder.stat(filename);
      const old = before.get(filename);
      if (!stats || (old && old.size === stats.size && old.mtimeMs === stats.mtimeMs)) return [];
      const bytes = folder.read(filename, OUTPUT_LIMITS.maxResultBytes);
      return bytes ? [{ filename, format, bytes }] : [];
    })
    .slice(0, OUTPUT_LIMITS.maxResults);
}
