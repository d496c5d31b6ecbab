import { readFileSync } from 'node:fs';
import { failureFile } from '../core/admin/failure';
import { replayJournal } from '../core/schedule/journal';
import { EXIT, type Terminal } from './render';

/** Does again what the scheduler decided around a task that failed (docs/admin.md, "Failures"): from a downloaded file. */
export function replayFailure(file: string, terminal: Terminal): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    terminal.err(`asyground: ${file} can't be read: ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.wrong;
  }
  const parsed = readFailure(text);
  if (!parsed) {
    terminal.err(`asyground: ${file} is no failure that was downloaded from the admin page.\n`);
    return EXIT.wrong;
  }
  const { head, journal } = parsed;
  const waited = (head.waitMs / 1000).toFixed(1);
  terminal.out(`task ${head.task}, class ${head.taskClass}: ${head.cause} after ${waited} s in the queue\n`);
  if (journal.length === 0) {
    terminal.out('No decisions were recorded: the queue was too long, or it is too long ago.\n');
    return EXIT.success;
  }
  const steps = replayJournal(journal);
  let differing = 0;
  for (const { event, recorded, simulated } of steps) {
    const isOwn = recorded.includes(`"${head.task}"`) || JSON.stringify(event).includes(`"${head.task}"`);
    const isSame = recorded === simulated;
    if (!isSame) differing += 1;
    if (!isOwn && isSame) continue;
    terminal.out(`${new Date(event.nowMs).toISOString()}  ${event.kind}  ${recorded}\n`);
    if (!isSame) terminal.out(`  decided differently in the simulator: ${simulated}\n`);
  }
  const inexact = journal[0]?.isExact ? '' : ' The recording begins while others waited, so some may differ.';
  terminal.out(`${steps.length} events done again, ${differing} decided differently.${inexact}\n`);
  return differing === 0 ? EXIT.success : EXIT.failed;
}

function readFailure(text: string) {
  try {
    return failureFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
