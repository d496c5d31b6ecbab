import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finished } from './drawing';

/**
 * Figures that were drawn ahead, laid out so that a few lines of shell (cli/asy) can put them in their place: latexmk calls
 * asy for each of them, and most of that time would be Node's start. Each is taken once, if its program is still the same.
 */

export class ReadyFigures {
  private readonly root: string;

  constructor(
    cacheFolder: string,
    private readonly server: string,
  ) {
    this.root = path.join(cacheFolder, 'ready');
  }

  /** Those of an earlier build, of whichever document. */
  clear(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** `folder` without links in it. The program stands there alone: nothing else that it read may have changed. */
  lay(folder: string, name: string, source: Buffer, { code, stdout, stderr, files }: Finished): void {
    if (code !== 0 || stdout !== '' || stderr !== '' || files.length === 0) return;
    try {
      const place = path.join(this.root, folder, name);
      mkdirSync(path.join(place, 'files'), { recursive: true, mode: 0o700 });
      for (const file of files)
        writeFileSync(path.join(place, 'files', path.basename(file.name)), Buffer.from(file.base64, 'base64'));
      writeFileSync(path.join(place, 'server'), `${this.server}\n`);
      // Last: it says that the others are there.
      writeFileSync(path.join(place, 'source'), source);
    } catch {
      // Without it the figure is found in the store.
    }
  }
}
