import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { instanceOf } from '@/platform/dataFolder';
import { processes } from './processes';
import type { Product } from './product';
import { RawSocket } from './socket';

/** Aborts renders and shells at random moments, and looks for anything they left (docs/security.md). */

const PROGRAMS = [
  'while(true);',
  'size(3cm); draw(unitcircle); label("$\\alpha$",(0,0));',
  'import graph; draw(graph(sin,0,6)); xaxis(); yaxis();',
  'write("x"); label("\\loop\\iftrue\\repeat");',
];
const LONGEST_MS = 600;

export async function abortAtRandom(product: Product, count: number, random: () => number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const isShell = random() < 0.2;
    const socket = isShell
      ? await RawSocket.open(product, 'asyonline.asy.interactive', '/asy/interactive')
      : await RawSocket.open(product);
    const moment = random() * LONGEST_MS;
    if (isShell) socket.send('start').send('input', {}, 'draw((0,0)--(1,1));\n');
    else
      socket
        .add('main.asy', PROGRAMS[Math.floor(random() * PROGRAMS.length)] ?? '')
        .send('start', { main: 'main.asy' });
    // The moment is the point here: it is drawn, not waited for.
    await sleep(moment);
    if (random() < 0.5) socket.socket.terminate();
    else socket.socket.close();
  }
}

/** Processes in jails, and files in work folders, of one instance. Empty when nothing is left of any task. */
export function leftovers(product: Product): string[] {
  const instance = instanceOf(statSync(product.dataFolder));
  const worker =
    processes().find((seen) => seen.command.includes('worker.mjs') && seen.command.includes(product.dataFolder))?.pid ??
    0;
  const slots = `/proc/${worker}/root/run/asyground/${instance}/slots`;
  const used = (existsSync(slots) ? readdirSync(slots) : []).filter((slot) => !isWaiting(`${slots}/${slot}/job`));
  const groups = ['memory/', 'pids/', '']
    .map((part) => `/sys/fs/cgroup/${part}asyground-${instance}`)
    .filter((place) => existsSync(place));
  const inGroups = groups.flatMap((group) =>
    used
      .filter((slot) => existsSync(`${group}/${slot}`))
      .flatMap((slot) => readFileSync(`${group}/${slot}/cgroup.procs`, 'utf8').split('\n').filter(Boolean)),
  );
  const marked = processes().filter(
    (seen) =>
      environmentOf(seen.pid).includes(`ASYGROUND_JAIL=${instance}`) &&
      (groups.length === 0 || used.includes(slotOf(seen.pid))),
  );
  const files = used.flatMap((slot) => filesIn(`${slots}/${slot}/job`).map((file) => `${slot}/${file}`));
  return [...inGroups, ...marked.map((seen) => seen.command), ...files];
}

/** A jail that was started ahead has had no task yet: its folder holds what it reads first, and the pipe of the task. */
function isWaiting(folder: string): boolean {
  return readdirSync(folder).sort().join() === '.pre.asy,.task.asy' && hasPipe(folder);
}

/** A fresh folder has the pipe for a jail that waits already. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder);
  return names.join() === '.task.asy' && hasPipe(folder) ? [] : names;
}

function hasPipe(folder: string): boolean {
  return statSync(`${folder}/.task.asy`).isFIFO();
}

function slotOf(pid: number): string {
  try {
    return /asyground-\d+\/(\d+)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
