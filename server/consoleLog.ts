import { format, stripVTControlCharacters } from 'node:util';
import type { Log } from '@/platform/log';

/** What packages print on their own, such as Next, as lines of our log: whoever reads that one expects JSON in each. */

const LEVELS = { debug: 'debug', log: 'debug', info: 'debug', warn: 'warn', error: 'error' } as const;

export function logConsole(log: Log, target: Pick<Console, keyof typeof LEVELS> = console): void {
  for (const name of Object.keys(LEVELS) as (keyof typeof LEVELS)[])
    target[name] = (...said: readonly unknown[]) => {
      const text = stripVTControlCharacters(format(...said)).trim();
      if (text !== '') log[LEVELS[name]](text);
    };
}
