import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Which addresses are files that pages ask for, and not pages: those of public/, as they were when the front started,
 * and what was built. A name that is no file is answered with a page.
 */
export function pageFiles(projectFolder: string, pagesFolder: string): (url: string) => boolean {
  const folders = {
    '': path.join(projectFolder, 'public'),
    '_next/static/': path.join(projectFolder, pagesFolder, 'static'),
  };
  const files = new Set(
    Object.entries(folders).flatMap(([prefix, folder]) => namesIn(folder).map((name) => `/${prefix}${name}`)),
  );
  return (url) => {
    const [address = ''] = url.split('?', 1);
    return files.has(address);
  };
}

/** A folder may have the name of a page. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
