import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOOR_LIMITS, JAIL_LIMITS, OUTPUT_LIMITS, SUBMISSION_LIMITS } from './limits';

/** docs/security.md says the numbers of core/limits.ts, and no others. */
const PAGE = readFileSync('docs/security.md', 'utf8').split('## Limits')[1] ?? '';
const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;

const ROWS: [string, string][] = [
  ['memory of the whole tree', mebibytes(JAIL_LIMITS.maxMemoryBytes)],
  ['processes', String(JAIL_LIMITS.maxProcesses)],
  ['open files', String(JAIL_LIMITS.maxOpenFiles)],
  ['size of a file', mebibytes(JAIL_LIMITS.maxFileBytes)],
  ['work folder', `${mebibytes(JAIL_LIMITS.workFolderBytes)}, ${JAIL_LIMITS.workFolderInodes} files`],
  ['temporary folder', mebibytes(JAIL_LIMITS.temporaryFolderBytes)],
  ['CPU time', `the duration of the class and ${JAIL_LIMITS.extraCpuSeconds} s`],
  ['output', `${OUTPUT_LIMITS.maxOutputBytes / 1024} KiB`],
  ['a result', mebibytes(OUTPUT_LIMITS.maxResultBytes)],
  ['results', String(OUTPUT_LIMITS.maxResults)],
  ['sources', `${SUBMISSION_LIMITS.maxSourceBytes / 1024} KiB in ${SUBMISSION_LIMITS.maxFiles} files`],
  ['sockets opened from one address', `${DOOR_LIMITS.socketsPerWindow} in ${DOOR_LIMITS.windowSeconds} s`],
  ['requests from one address', `${DOOR_LIMITS.requestsPerWindow} in ${DOOR_LIMITS.windowSeconds} s`],
];

describe('limits', () => {
  it.each(ROWS)('%s are documented as they are', (what, value) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| ${what} `));
    expect(row?.split('|')[2]?.trim()).toBe(value);
  });
});
