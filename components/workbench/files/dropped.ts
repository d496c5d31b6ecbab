import { isArchive } from './incomingFiles';

/** What was dropped on the page: files for the draft, or a folder or an archive, which is a project of its own. */
export interface Dropped {
  readonly files: readonly File[];
  /** What the project is called; undefined for single files. */
  readonly project: string | undefined;
}

/** A folder with more than this is hardly one of figures. */
const MAX_ENTRIES = 5000;

/** Must be called while the event is handled: afterwards the browser forgets what was dropped. */
export function readDropped(transfer: DataTransfer): Promise<Dropped> {
  const files = [...transfer.files];
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folder = entries.find(({ isDirectory }) => isDirectory);
  if (folder !== undefined) return collect(entries).then((all) => ({ files: all, project: folder.name }));
  const [only] = files;
  const isProject = files.length === 1 && only !== undefined && isArchive(only);
  return Promise.resolve({ files, project: isProject ? only.name : undefined });
}

async function collect(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const waiting = entries.filter(isVisible);
  const files: File[] = [];
  for (let seen = 0; waiting.length > 0 && seen < MAX_ENTRIES; seen += 1) {
    const entry = waiting.shift();
    if (entry !== undefined && isFolder(entry)) waiting.push(...(await childrenOf(entry)).filter(isVisible));
    else if (entry !== undefined && isFile(entry))
      files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
  }
  return files;
}

/** The browser hands them out in portions; an empty one is the last. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function isVisible({ name }: FileSystemEntry): boolean {
  return !name.startsWith('.');
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
