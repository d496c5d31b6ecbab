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

/** Jails that wait for the next task of the same name have it on their command line, too. */
const IS_WAITING = '-autoimport=.pre';

/** Processes that a program inside a jail marked by an argument of its command line. */
export function processesWith(mark: string): SeenProcess[] {
  const isMarked = ({ command }: SeenProcess) => command.includes(mark) && !command.includes(IS_WAITING);
  return processes().filter((seen) => isMarked(seen) && seen.pid !== process.pid);
}
