import type { Redis } from 'ioredis';
import { TASK_GRAPH_LIMITS, TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { Failure } from '@/core/errors';
import { unknownTask } from '@/core/taskgraph/problem';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { ScriptBatch } from '@/platform/redis/batch';

/** The transitions of the task graph, one Lua file each; what several need stands in files before them. */

const state = ['taskgraphState'];
const attempts = [...state, 'taskgraphAttempt'];
const edges = [...state, 'taskgraphEdges'];
const files = ['taskgraphFiles'];
const room = [...state, 'taskgraphBudget'];

const SCRIPTS = {
  create: loadScript(...room, 'taskgraphCreate'),
  reserve: loadScript(...state, 'taskgraphReserve'),
  write: loadScript(...room, 'taskgraphWrite'),
  publish: loadScript(...state, 'taskgraphPublish'),
  start: loadScript(...state, 'taskgraphStart'),
  forget: loadScript(...state, 'taskgraphForget'),
  link: loadScript(...edges, 'taskgraphLink'),
  unlink: loadScript(...edges, 'taskgraphUnlink'),
  patch: loadScript(...edges, 'taskgraphPatch'),
  claim: loadScript(...attempts, 'taskgraphServed', 'taskgraphClaim'),
  claimOne: loadScript(...attempts, 'taskgraphServed', 'taskgraphClaimOne'),
  renew: loadScript(...attempts, 'taskgraphRenew'),
  report: loadScript(...attempts, 'taskgraphReport'),
  started: loadScript(...attempts, 'taskgraphStarted'),
  usage: loadScript(...attempts, 'taskgraphUsage'),
  abandon: loadScript(...attempts, 'taskgraphAbandon'),
  keep: loadScript(...attempts, ...files, 'taskgraphKeep'),
  drop: loadScript(...state, ...files, 'taskgraphDrop'),
  lapse: loadScript(...state, 'taskgraphLapse'),
  expire: loadScript(...attempts, 'taskgraphExpire'),
} as const;

export type Arg = string | number;

/** What is promised to somebody: it must be in Redis' file before it is answered. Each may be done twice. */
const PROMISES: readonly (keyof typeof SCRIPTS)[] = ['create', 'publish', 'report'];

/** Runs transitions. Tests hand a clock in; else Redis has the time, so that fronts need not agree on it. */
export class Scripts {
  private readonly batch: ScriptBatch;
  /** How often the connection was lost: a Redis that comes back may have forgotten what it had not written. */
  private losses = 0;

  constructor(
    redis: Redis,
    private readonly nowMs?: () => number,
  ) {
    this.batch = new ScriptBatch(redis);
    redis.on('close', () => (this.losses += 1));
  }

  run(name: keyof typeof SCRIPTS, args: readonly Arg[]): Promise<unknown> {
    return this.call(name, args, false);
  }

  /** Of a script that answers `ok` and more, or why not. */
  async ask(name: keyof typeof SCRIPTS, args: readonly Arg[]): Promise<readonly unknown[]> {
    const isPromise = PROMISES.includes(name);
    for (;;) {
      const { losses } = this;
      const value = await this.call(name, args, isPromise);
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (!isPromise || list[0] !== 'ok' || losses === this.losses) return list;
    }
  }

  private call(name: keyof typeof SCRIPTS, args: readonly Arg[], isDurable: boolean): Promise<unknown> {
    return this.batch.run(SCRIPTS[name], [KEYS.graph('')], [this.nowMs?.() ?? '', ...args], isDurable);
  }
}

/** The answer of a script that refused, as a problem. `id` is the task that was asked about. */
export function problemOf(answer: readonly unknown[], id: string): Failure {
  const [code, ...rest] = answer;
  const [first = '', second = ''] = rest.map(String);
  switch (code) {
    case 'unknown-task':
      return unknownTask(first === '' ? id : first);
    case 'old-token':
      return { code, message: `This token is not, or no longer, that of task ${id}.` };
    case 'lost-race':
      return { code, message: `Task ${id} is ${first}: another worker was first.` };
    case 'not-allowed':
      return { code, message: `Task ${id} is a ${first} task; only external tasks are claimed by workers.` };
    case 'not-served':
      return { code: 'not-allowed', message: `Task ${id} is not for workers with this token.` };
    case 'illegal-transition':
      return { code, message: `Task ${id}${first === '' ? '' : ` is ${first} and`} cannot change so.` };
    case 'fixed':
      return fixedField(id, first, second);
    case 'has-dependencies':
      return { code, message: `Task ${id} has parents that have not succeeded yet.` };
    case 'not-inactive':
      return { code, message: `Task ${first} is ${second}; edges change only between inactive tasks.` };
    case 'name-taken':
      return { code, message: `name: there is a task called ${JSON.stringify(first)} already.` };
    case 'too-many-continuations':
      return {
        code,
        message: `Task ${first} would have more than ${TASK_GRAPH_LIMITS.maxContinuations} continuations.`,
      };
    case 'too-many-tasks':
      return tooManyTasks(first, Number(second));
    case 'unknown-artifact':
      return { code, message: `Task ${id} has no artifact ${first}.` };
    case 'too-many-artifacts':
      return { code, message: `A task may have at most ${first} artifacts.` };
    case 'too-many-values':
      return { code, message: `An attempt may report at most ${TASK_GRAPH_LIMITS.maxUsageValues} values.` };
    case 'other-request':
      return { code, message: 'This Idempotency-Key came with another body before; use a new one.' };
    case 'cycle': {
      const path = Array.isArray(rest[0]) ? rest[0].map(String) : [];
      return { code, message: `These tasks would wait for each other: ${inShort(path)}`, path };
    }
    default:
      throw new Error(`a script of the task graph answered ${JSON.stringify(answer)}`);
  }
}

/** By their names in Redis. */
const FIXED_FIELDS: Readonly<Record<string, string>> = { maxAttempts: 'max_attempt_count', kind: 'command' };

function fixedField(id: string, stored: string, state: string): Failure {
  const field = FIXED_FIELDS[stored] ?? 'requested_resources';
  const detail = 'can be changed only while the task is inactive';
  return {
    code: 'illegal-transition',
    message: `${field}: task ${id} is ${state}; this ${detail}.`,
    errors: [{ field, detail }],
  };
}

/** `whose`: of the owner, of all anonymous owners of its address, or of everybody. */
function tooManyTasks(whose: string, most: number): Failure {
  const code = 'too-many-tasks';
  const cure = 'delete some that have ended, or wait until they are forgotten';
  const number = most.toLocaleString('en');
  const details: Readonly<Record<string, string>> = {
    owner: `At most ${number} tasks are kept for you; ${cure}.`,
    address: `At most ${number} tasks are kept for the sessions of your address; ${cure}.`,
  };
  const full = `${number} tasks are kept already, and there is no room for more now; try again later.`;
  return { code, message: details[whose] ?? full, retryAfterSeconds: TASK_GRAPH_ROOM.forgetSeconds };
}

const MAX_STEPS_TOLD = 20;

/** The whole path stands beside it. */
function inShort(path: readonly string[]): string {
  if (path.length <= MAX_STEPS_TOLD) return path.join(' -> ');
  return [...path.slice(0, MAX_STEPS_TOLD - 1), '…', path.at(-1)].join(' -> ');
}
