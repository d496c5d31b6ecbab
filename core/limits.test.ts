import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RENDER_LIMITS } from './render/limits';
import {
  ADMISSION_LIMITS,
  CONNECTION_LIMITS,
  RATE_LIMITS,
  EDGE_LIMITS,
  GUESS_LIMITS,
  JAIL_LIMITS,
  LOG_LIMITS,
  OUTPUT_LIMITS,
  QUEUE_LIMITS,
  TURN_LIMITS,
  SHELL_LIMITS,
  STREAM_LIMITS,
  SUBMISSION_LIMITS,
} from './limits';
import { CHECK_LIMITS } from './check';
import { TASK_GRAPH_LIMITS } from './taskgraph/limits';

/** docs/security.md says the numbers of core/limits.ts, and no others. */
const PAGE = readFileSync('docs/security.md', 'utf8').split('## Before any render')[1] ?? '';
const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const { room, displayRoom } = JAIL_LIMITS;
const rooms = (of: keyof typeof room) => `${mebibytes(room[of])} (${displayRoom[of] / 2 ** 20} with a display)`;
const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;
const amount = ({ count, bytes }: { count: number; bytes: number }, of = '') => `${count}, ${mebibytes(bytes)}${of}`;
const percent = (share: number) => `${share * 100} %`;

const ROWS: [string, string][] = [
  ['request line and headers', kibibytes(RENDER_LIMITS.maxHeadBytes)],
  ['path of a page', kibibytes(EDGE_LIMITS.maxPagePathBytes)],
  ['query', kibibytes(EDGE_LIMITS.maxQueryBytes)],
  ['query parameters', String(EDGE_LIMITS.maxQueryParameters)],
  ['a header', kibibytes(EDGE_LIMITS.maxHeaderBytes)],
  ['a header with a list', kibibytes(EDGE_LIMITS.maxListHeaderBytes)],
  ['headers', String(EDGE_LIMITS.maxHeaders)],
  ['nesting of JSON', String(EDGE_LIMITS.maxJsonDepth)],
  ['values in JSON', `${EDGE_LIMITS.maxJsonValues}, ${TASK_GRAPH_LIMITS.maxBodyValues} for a task graph`],
  ['unanswered requests, one connection', String(EDGE_LIMITS.maxRequestsOfConnection)],
  ['unfinished bodies', mebibytes(EDGE_LIMITS.unfinishedBodyBytes)],
  ['unfinished bodies, one address', mebibytes(EDGE_LIMITS.unfinishedBodyBytesPerAddress)],
  ['frames of a message', String(EDGE_LIMITS.maxFragments)],
  ['pages and files not read yet', String(TURN_LIMITS.maxUnread)],
  ['syntax checks', `${CHECK_LIMITS.maxUnderWayPerAddress} with workers, ${CHECK_LIMITS.maxWaitingPerAddress} wait`],
  ['time to send the headers', `${EDGE_LIMITS.headersSeconds} s`],
  ['time to send a request', `${EDGE_LIMITS.requestSeconds} s`],
  ['connections', `${EDGE_LIMITS.maxConnections}, at most ${percent(EDGE_LIMITS.descriptorShare)} of the descriptors`],
  ['connections of one address', `${percent(EDGE_LIMITS.addressShare)} of these`],
  ['a WebSocket frame', mebibytes(CONNECTION_LIMITS.maxFrameBytes)],
  ['unfinished messages', mebibytes(EDGE_LIMITS.unfinishedBytes)],
  ['unfinished messages, one address', mebibytes(EDGE_LIMITS.unfinishedBytesPerAddress)],
  ['time to send a message', `${EDGE_LIMITS.messageSeconds} s`],
  ['pages and large graphs that wait', String(TURN_LIMITS.pages.maxWaiting)],
  ['pages and large graphs that wait, one address', String(TURN_LIMITS.pages.maxWaitingPerAddress)],
  ['wrong tokens from one address', String(GUESS_LIMITS.wrongTokens)],
  ['a text in the log', kibibytes(LOG_LIMITS.maxTextUnits)],
  ['tasks under way at a front', amount(ADMISSION_LIMITS.tasksUnderWay.ofAddress, ' of sources')],
  ['tasks in the queue', `${QUEUE_LIMITS.tasksPerAddress} of each class`],
  ['asynchronous renders kept', amount(ADMISSION_LIMITS.asynchronousRenders.ofAddress, ' of sources')],
  ['shared links', amount(ADMISSION_LIMITS.linksOfAddress)],
  [
    'bodies of graphs in an hour',
    `${mebibytes(ADMISSION_LIMITS.graphBytesPerHour.ofAddress)}, ${mebibytes(ADMISSION_LIMITS.graphBytesPerHour.ofToken)} a token`,
  ],
  ['artifacts that workers bring, an hour', `${mebibytes(ADMISSION_LIMITS.artifactBytesPerHour)} a token`],
  ['event streams at a front', `${ADMISSION_LIMITS.eventStreams.ofAddress}, 64 an owner`],
  ['waiting claims at a front', `${ADMISSION_LIMITS.waitingClaims.ofToken} a token`],
  ['memory of the whole tree', mebibytes(JAIL_LIMITS.maxMemoryBytes)],
  ['processes', String(JAIL_LIMITS.maxProcesses)],
  ['open files', String(JAIL_LIMITS.maxOpenFiles)],
  ['size of a file', rooms('maxFileBytes')],
  ['work folder', `${rooms('workFolderBytes')}, ${JAIL_LIMITS.workFolderInodes} files`],
  ['temporary folder', rooms('temporaryFolderBytes')],
  ['CPU time', `the duration of the class and ${JAIL_LIMITS.extraCpuSeconds} s`],
  [
    'processors beside other jails',
    `${JAIL_LIMITS.cpuShareCores}, and ${JAIL_LIMITS.cpuBurstMs} ms of CPU time beyond`,
  ],
  ['output', `${OUTPUT_LIMITS.maxOutputBytes / 1024} KiB`],
  ['a result', mebibytes(OUTPUT_LIMITS.maxResultBytes)],
  ['results', String(OUTPUT_LIMITS.maxResults)],
  ['all results of a run', mebibytes(OUTPUT_LIMITS.maxResultsBytes)],
  ['all pictures of a shell', mebibytes(SHELL_LIMITS.maxResultsBytes)],
  ['input that a shell has not read', mebibytes(SHELL_LIMITS.maxInputBytes)],
  ['what a front holds for clients', mebibytes(STREAM_LIMITS.maxHeldBytes)],
  [
    'what a worker holds for fronts',
    `${mebibytes(STREAM_LIMITS.maxUnsentBytes)}, and ${mebibytes(STREAM_LIMITS.maxSpoolBytes)} on disk`,
  ],
  ['a client that reads nothing', `${STREAM_LIMITS.unreadSeconds} s`],
  [
    'sources',
    `${mebibytes(SUBMISSION_LIMITS.maxSourceBytes)} in ${SUBMISSION_LIMITS.maxFiles} files, programs ${kibibytes(SUBMISSION_LIMITS.maxProgramBytes)}`,
  ],
  ['sockets opened from one address', `${RATE_LIMITS.socketsPerWindow} in ${RATE_LIMITS.windowSeconds} s`],
  ['requests from one address', `${RATE_LIMITS.requestsPerWindow} in ${RATE_LIMITS.windowSeconds} s`],
];

describe('limits', () => {
  it.each(ROWS)('%s are documented as they are', (what, value) => {
    const row = PAGE.split('\n').find((line) => line.split('|')[1]?.trim() === what);
    expect(row?.split('|')[2]?.trim()).toBe(value);
  });
});
