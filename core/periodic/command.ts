import type { Dialect } from './dialect';

/** Every command with its number on the wire. From 29 on they belong to the crc dialect alone. */
export const COMMAND = {
  NOOP: 0,
  GRAB_JOB: 1,
  SCHED_LATER: 2,
  WORK_DONE: 3,
  WORK_FAIL: 4,
  JOB_ASSIGN: 5,
  NO_JOB: 6,
  CAN_DO: 7,
  CANT_DO: 8,
  PING: 9,
  PONG: 10,
  SLEEP: 11,
  UNKNOWN: 12,
  SUBMIT_JOB: 13,
  STATUS: 14,
  DROP_FUNC: 15,
  SUCCESS: 16,
  REMOVE_JOB: 17,
  DUMP: 18,
  LOAD: 19,
  SHUTDOWN: 20,
  BROADCAST: 21,
  CONFIG_GET: 22,
  CONFIG_SET: 23,
  CONFIG: 24,
  RUN_JOB: 25,
  ACQUIRED: 26,
  ACQUIRE: 27,
  RELEASE: 28,
  NO_WORKER: 29,
  DATA: 30,
  RECV_DATA: 31,
  WORK_DATA: 32,
  JOB_ASSIGNED: 33,
  JOB_UNASSIGNED: 34,
} as const;

export type CommandName = keyof typeof COMMAND;

const NAMES = new Map<number, CommandName>();
for (const name of Object.keys(COMMAND) as CommandName[]) NAMES.set(COMMAND[name], name);

const FIRST_CRC_COMMAND = COMMAND.NO_WORKER;

export type Role = 'client' | 'worker';

/** What each role asks. PING is answered without one; the rest is the server's to say, and is answered with UNKNOWN. */
const ASKED_BY = {
  client: new Set<CommandName>([
    'SUBMIT_JOB',
    'RUN_JOB',
    'STATUS',
    'DROP_FUNC',
    'REMOVE_JOB',
    'DUMP',
    'LOAD',
    'SHUTDOWN',
    'CONFIG_GET',
    'CONFIG_SET',
    'RECV_DATA',
  ]),
  worker: new Set<CommandName>([
    'GRAB_JOB',
    'SCHED_LATER',
    'WORK_DONE',
    'WORK_FAIL',
    'CAN_DO',
    'CANT_DO',
    'SLEEP',
    'BROADCAST',
    'ACQUIRE',
    'RELEASE',
    'WORK_DATA',
    'JOB_ASSIGNED',
    'JOB_UNASSIGNED',
  ]),
} as const;

export function commandName(number: number, dialect: Dialect): CommandName | undefined {
  return dialect === 'seed' && number >= FIRST_CRC_COMMAND ? undefined : NAMES.get(number);
}

/** Undefined: nobody asks this. */
export function roleOf(name: CommandName): Role | undefined {
  if (ASKED_BY.client.has(name)) return 'client';
  return ASKED_BY.worker.has(name) ? 'worker' : undefined;
}
