import { z } from 'zod';
import {
  CONNECTION_LIMITS,
  PARALLEL_LIMITS,
  QUEUE_LIMITS,
  RESTORE_LIMITS,
  SHELL_LIMITS,
  STREAM_LIMITS,
  SUBMISSION_LIMITS,
} from '@/core/limits';
import { list, oneOf, seconds, setting, wholeNumber, type Setting } from './setting';

/** Of the queue and of the clients that stand in it. */

export const QUEUE_SETTINGS = {
  levels: setting(
    'LEVELS',
    z.string().regex(/^\d+(\.\d+)?(:\d+%?)?(,\d+(\.\d+)?(:\d+%?)?)*$/, 'seconds and limits such as 3,10:75%,30:50%'),
    '3,10:75%,30:50%',
    'Levels as seconds[:limit], ascending; a limit is a count or a percentage of the backends.',
  ),
  schedulePolicy: setting(
    'SCHEDULE_POLICY',
    oneOf(['considerate', 'literal']),
    'considerate' as 'considerate' | 'literal',
    'Who gives way when the queue is blocked: one at a time by rule, or as the protocol has it word by word.',
  ),
  maxPredictedWaitSeconds: setting(
    'MAX_PREDICTED_WAIT_SECONDS',
    seconds(0, 86_400),
    QUEUE_LIMITS.maxPredictedWaitSeconds as number,
    'A longer predicted wait is denied, in seconds; 0 means no cap.',
  ),
  tasksPerClient: setting(
    'TASKS_PER_CLIENT',
    wholeNumber(1, 10_000),
    QUEUE_LIMITS.tasksPerClient as number,
    'Tasks one client may have in the shared queue.',
  ),
  reservedBackends: setting(
    'RESERVED_BACKENDS',
    wholeNumber(0, 256).optional(),
    undefined as number | undefined,
    'Backends that a single address may not take, so that others always find one.',
    { fallbackText: '1 on one machine, 0 on several or where BACKENDS is set' },
  ),
  shellsPerClient: setting(
    'SHELLS_PER_CLIENT',
    wholeNumber(1, 10_000),
    PARALLEL_LIMITS.shellsPerClient as number,
    'Shells one client may have open at a time.',
  ),
  httpRendersPerClient: setting(
    'HTTP_RENDERS_PER_CLIENT',
    wholeNumber(1, 10_000),
    PARALLEL_LIMITS.httpRendersPerClient as number,
    'Renders over HTTP one client may have under way at a time.',
  ),
  maxSourceBytes: setting(
    'MAX_SOURCE_BYTES',
    wholeNumber(1024, SUBMISSION_LIMITS.maxSourceBytes),
    SUBMISSION_LIMITS.maxSourceBytes as number,
    'Files of one submission together, in bytes.',
  ),
  maxProgramBytes: setting(
    'MAX_PROGRAM_BYTES',
    wholeNumber(1024, 2 ** 24),
    SUBMISSION_LIMITS.maxProgramBytes as number,
    'The .asy files of one submission together, in bytes.',
  ),
  dataExtensions: setting(
    'DATA_EXTENSIONS',
    list,
    [...SUBMISSION_LIMITS.dataExtensions] as string[],
    'File name extensions allowed beside .asy, comma-separated; * is any.',
  ),
  idleStage1Seconds: setting(
    'IDLE_STAGE1_SECONDS',
    seconds(0.1, 3600),
    CONNECTION_LIMITS.idleStage1Seconds as number,
    'A connection idle before `start` for this long is denied, in seconds.',
  ),
  pingIntervalSeconds: setting(
    'PING_INTERVAL_SECONDS',
    seconds(0.1, 3600),
    CONNECTION_LIMITS.pingIntervalSeconds as number,
    'How often connections are pinged, in seconds.',
  ),
  unreadSeconds: setting(
    'UNREAD_SECONDS',
    seconds(0.1, 3600),
    STREAM_LIMITS.unreadSeconds as number,
    'A client that reads nothing of what it is sent for this long is disconnected, in seconds.',
  ),
  restoreSeconds: setting(
    'RESTORE_SECONDS',
    seconds(0.1, 86_400),
    RESTORE_LIMITS.keepSeconds as number,
    'How long contents can be restored by their hash, in seconds.',
  ),
  restoreBytes: setting(
    'RESTORE_BYTES',
    wholeNumber(2 ** 20, 2 ** 34),
    RESTORE_LIMITS.maxStoreBytes as number,
    'Size of the content store, in bytes; the oldest leave first.',
  ),
  shellIdleSeconds: setting(
    'SHELL_IDLE_SECONDS',
    seconds(0.1, 86_400),
    SHELL_LIMITS.idleSeconds as number,
    'A shell without input for this long ends, in seconds.',
  ),
  shellTotalSeconds: setting(
    'SHELL_TOTAL_SECONDS',
    seconds(0.1, 86_400),
    SHELL_LIMITS.totalSeconds as number,
    'A shell ends after this long, in seconds.',
  ),
} satisfies Record<string, Setting>;
