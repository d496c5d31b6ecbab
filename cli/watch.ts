import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RenderCommand } from './arguments';
import { renderOnce, type Terminal } from './render';

/**
 * Renders again whenever a file of the project changes (docs/cli.md, 4). Folders are watched and not files, because
 * editors put a new file in the place of the old one. What changes during a render is rendered after it.
 */

const SETTLE_MS = 50;

export async function renderAndWatch(command: RenderCommand, terminal: Terminal, stopped: AbortSignal): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let paths: ReadonlySet<string> = new Set();
  let wake: () => void = () => undefined;
  let isDue = false;
  const changed = (file: string) => {
    if (!paths.has(file)) return;
    isDue = true;
    wake();
  };
  const follow = (files: readonly string[]) => {
    paths = new Set(files.map((file) => path.resolve(file)));
    for (const folder of new Set([...paths].map((file) => path.dirname(file)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => name !== null && changed(path.join(folder, name)));
      // A folder that is removed is followed again with the next list of files.
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
      watchers.set(folder, watcher);
    }
  };
  stopped.addEventListener('abort', () => wake());
  follow(command.files);
  while (!stopped.aborted) {
    isDue = false;
    follow((await renderOnce(command, terminal)).paths);
    while (!isDue && !stopped.aborted) await new Promise<void>((resolve) => (wake = resolve));
    // An editor writes in several steps.
    if (!stopped.aborted) await sleep(SETTLE_MS);
  }
  for (const watcher of watchers.values()) watcher.close();
}
