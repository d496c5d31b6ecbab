import { controlSchema } from './admin/control';
import { queueState } from './admin/queueState';
import { detachedEnd } from './detachedTask';
import { queuedTask, storedTask, taskEnd } from './task';
import { backendControl, frontControl, resultHeader } from './wire/wire';
import { frontMessage, permitMessage, schedulerMessage, workerHeartbeat, workerMessage } from './messages';

/**
 * What processes say to each other and leave for each other in Redis, as a number. Processes with different numbers do
 * not work together (platform/redis/presence.ts): the newcomer waits until the others are gone.
 *
 * A test compares the shapes below with those that were recorded for this number. Where they differ, the number goes up.
 */
export const DATA_VERSION = 11;

export const DATA_SHAPES = {
  storedTask,
  queuedTask,
  taskEnd,
  detachedEnd,
  schedulerMessage,
  frontMessage,
  permitMessage,
  workerMessage,
  workerHeartbeat,
  backendControl,
  frontControl,
  resultHeader,
  control: controlSchema,
  queueState,
} as const;
