import type { WorkFolder } from '../jail/workFolder';
import { changedFiles, type Before, type FoundFile } from './changedFiles';
import { ResultBudget } from './resultBudget';

/** Files a program wrote besides its pictures: data that another task may read. asy's own steps are none of them. */

export interface WrittenFiles {
  readonly files: readonly FoundFile[];
  /** How many others there are. */
  readonly leftOut: number;
  /** One at a time: all of them at once would be more than a worker has. */
  readonly read: (file: FoundFile) => Uint8Array | undefined;
}

const DATA_FORMATS: ReadonlySet<string> = new Set(['csv', 'dat', 'txt', 'tex', 'asy', 'json']);

export async function writtenFiles(folder: WorkFolder, stem: string, before: Before): Promise<WrittenFiles> {
  // What begins with a dot was put there by us (worker/asy/command.ts).
  const isData = (name: string, format: string) =>
    DATA_FORMATS.has(format) && !name.startsWith('.') && !name.startsWith(`${stem}_`);
  const found = await changedFiles(folder, before, isData);
  const budget = new ResultBudget();
  const files = found.sort((a, b) => (a.name < b.name ? -1 : 1)).filter((file) => budget.take(file));
  return { files, leftOut: found.length - files.length, read: ({ name, size }) => folder.read(name, size) };
}
