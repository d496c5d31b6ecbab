import { readdirSync, readFileSync } from 'node:fs';

/** Looks at the machine's processes, to show that none is left. Zombies do not count: they run nothing. */

export interface SeenProcess {
  readonly pid: number;
  readonly command: string;
}

export function processes(): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        if (/\) [ZX] /.test(stat)) return [];
        return [
          { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() },
        ];
      } catch {
        return [];
      }
    });
}

/** Processes that a program inside a jail marked by an argument of its command line. */
export function processesWith(mark: string): SeenProcess[] {
  return processes().filter((seen) => seen.command.includes(mark) && seen.pid !== process.pid);
}
