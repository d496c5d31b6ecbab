import { controlSchema } from './admin/control';
import { queueState } from './admin/queueState';
import { recordEnd } from './record';
import { queuedTask, storedTask, taskEnd } from './task';
import { backendControl, frontControl, resultHeader } from './wire/wire';
import { frontWord, permitWord, schedulerWord, workerCard, workerWord } from './words';

/**
 * What processes say to each other and leave for each other in Redis, as a number. Processes with different numbers do
 * not work together (platform/redis/presence.ts): the newcomer waits until the others are gone.
 *
 * A test compares the shapes below with those that were recorded for this number. Where they differ, the number goes up.
 */
export const SPOKEN_VERSION = 2;

export const SPOKEN_SHAPES = {
  storedTask,
  queuedTask,
  taskEnd,
  recordEnd,
  schedulerWord,
  frontWord,
  permitWord,
  workerWord,
  workerCard,
  backendControl,
  frontControl,
  resultHeader,
  control: controlSchema,
  queueState,
} as const;
