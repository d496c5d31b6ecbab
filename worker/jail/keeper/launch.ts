import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cgroup } from './cgroup';
import type { Prepared } from './prepared';
import { SLOT_FILES, type JailSpec } from './protocol';
import type { SlotFolder, SlotUsers } from './slotFolder';
import { bubblewrapArguments, JAIL_MARK, launchCommand, roomOf } from './walls';

/** Starts bubblewrap in a slot, with the pipes of the slot and the walls of the spec. */

export interface LaunchPlace {
  readonly users: SlotUsers;
  readonly instance: string;
  readonly memoryBytes: number;
  readonly seccompFile: string;
  readonly prepared: Prepared | undefined;
}

/** `isHeldForCopies`: what runs in it says that the walls are up. */
export function launch(
  spec: JailSpec,
  folder: SlotFolder,
  place: LaunchPlace,
  cgroup: Cgroup | undefined,
  isHeldForCopies: boolean,
): ChildProcess {
  const { users, seccompFile, memoryBytes, prepared, instance } = place;
  const argsFile = path.join(folder.root, 'args');
  if (spec.roomy) folder.enlarge(roomOf(spec).workFolderBytes);
  const bubblewrap = bubblewrapArguments(spec, users && folder.job, prepared);
  writeFileSync(argsFile, bubblewrap.map((arg) => `${arg}\0`).join(''));
  const [file = '', ...args] = launchCommand(spec, {
    uid: users?.jail,
    cgroupFiles: cgroup?.joinFiles ?? [],
    memoryBytes,
  });
  const descriptors: number[] = [];
  const opened = (descriptor: number) => {
    descriptors.push(descriptor);
    return descriptor;
  };
  try {
    const input = spec.input
      ? folder.openPipeEnd(SLOT_FILES.input, constants.O_RDONLY)
      : openSync('/dev/null', constants.O_RDONLY);
    const stdio: StdioOptions = [
      opened(input),
      opened(folder.openPipeEnd(SLOT_FILES.output, constants.O_WRONLY)),
      opened(folder.openPipeEnd(spec.mergeErrors ? SLOT_FILES.output : SLOT_FILES.errors, constants.O_WRONLY)),
      opened(openSync(seccompFile, constants.O_RDONLY)),
      'pipe',
      spec.held ? 'pipe' : 'ignore',
      opened(openSync(argsFile, constants.O_RDONLY)),
      ...(isHeldForCopies ? ['pipe' as const] : []),
    ];
    // Its own session, so that a signal to our group never reaches it; next to nothing in the environment, because a
    // jail can read the one bubblewrap was started with.
    return spawn(file, args, {
      env: { PATH: '/usr/bin:/bin', [JAIL_MARK]: instance } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
      cwd: '/',
      detached: true,
      stdio,
    });
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}
