import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TaskClient } from './queue/taskClient';
import type { Log } from '@/platform/log';
import type { Service } from '@/platform/service';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';

/**
 * The picture of the first visit: the welcome example, rendered by the product itself when the front starts, so that a
 * newcomer sees a picture before the editor has loaded.
 */

const RETRY_MS = 2000;

export class Welcome implements Service {
  private picture: string | undefined;
  private retry: NodeJS.Timeout | undefined;
  private readonly code: Uint8Array;

  constructor(
    private readonly tasks: TaskClient,
    private readonly log: Log,
    projectFolder: string,
  ) {
    this.code = readFileSync(path.join(projectFolder, 'examples', 'welcome.asy'));
  }

  get svg(): string | undefined {
    return this.picture;
  }

  /** Tries until it has worked once: a worker may come later than the front. */
  start(): void {
    const files = new Map([['main.asy', this.code]]);
    let svg: string | undefined;
    this.tasks.submit(
      { kind: 'render', files, main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS },
      { client: 'asyground', address: 'asyground' },
      (event) => {
        if (event.type === 'result' && event.format === 'svg') svg = new TextDecoder().decode(event.bytes);
        if (event.type === 'ended' && svg !== undefined) this.picture = svg;
        else if (event.type === 'ended' || event.type === 'denied') {
          this.log.debug({ event }, 'the welcome picture is tried again');
          this.retry = setTimeout(() => this.start(), RETRY_MS);
        }
      },
    );
  }

  stop(): void {
    clearTimeout(this.retry);
  }
}
