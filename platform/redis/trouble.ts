import { failure, type Failure } from '@/core/errors';
import { REDIS_ABSENCE } from '@/core/limits';
import type { Log } from '../log';
import { placeIn } from './address';

/** Why Redis cannot be used now, in a sentence for whoever runs it, and said once however many connections see it. */

export interface Trouble {
  readonly kind: 'away' | 'silent' | 'password' | 'replica' | 'loading' | 'disk';
  readonly message: string;
}

export const SILENT: Trouble = { kind: 'silent', message: 'Redis accepts connections but does not answer.' };
export const AWAY: Trouble = { kind: 'away', message: 'Redis cannot be reached.' };
export const REPLICA: Trouble = {
  kind: 'replica',
  message: 'Redis is a read-only replica; REDIS_URL must lead to the primary.',
};

/** By the first message of what Redis answers. */
const ANSWERS: Readonly<Record<string, Trouble>> = {
  WRONGPASS: { kind: 'password', message: 'Redis refuses the password in REDIS_URL: it is wrong.' },
  NOAUTH: { kind: 'password', message: 'Redis wants a password, and REDIS_URL has none.' },
  READONLY: REPLICA,
  MASTERDOWN: REPLICA,
  // Of a read that waited when the primary became a replica.
  UNBLOCKED: REPLICA,
  LOADING: { kind: 'loading', message: 'Redis is still loading its data.' },
  MISCONF: { kind: 'disk', message: 'Redis cannot write to its disk, and takes no changes.' },
};

/** What ioredis says of a connection that is gone: of commands in flight, of those that waited, of closed ones. */
const GONE = new Set(['MaxRetriesPerRequestError', 'AbortError']);
const GONE_MESSAGES = ['Connection is closed.', "Stream isn't writeable"];
const NETWORK = /^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;

/** Undefined: the error says nothing about Redis as a whole. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined;
  // A transaction is refused as a whole; what was wrong stands in its parts.
  const parts = 'previousErrors' in error && Array.isArray(error.previousErrors) ? error.previousErrors : [];
  for (const { message } of [error, ...parts.filter((part) => part instanceof Error)]) {
    const [code = ''] = message.split(' ', 1);
    const known = Object.hasOwn(ANSWERS, code) ? ANSWERS[code] : undefined;
    if (known) return known;
  }
  const code = 'code' in error ? String(error.code) : '';
  const isGone = GONE.has(error.name) || GONE_MESSAGES.some((args) => error.message.startsWith(args));
  return isGone || NETWORK.test(code) ? AWAY : undefined;
}

/** Thrown at a border, before anything was asked of Redis: it is away, or whoever asks must wait. */
export class UnavailableError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** What a client is told; undefined: the error has another reason. */
export function unavailableOf(error: unknown): Failure | undefined {
  if (error instanceof UnavailableError) return error.failure;
  return troubleOf(error) && unavailable();
}

export function unavailable(): Failure {
  const { retrySeconds } = REDIS_ABSENCE;
  const args = `The service cannot reach its database right now. Try again in ${retrySeconds} s.`;
  return failure('unavailable', args, retrySeconds);
}

/** All that one process knows about one Redis. It is logged when the first sees trouble, and when the last sees none. */
export class Absence {
  private readonly seenBy = new Set<object>();
  private told: Trouble['kind'] | undefined;

  constructor(
    private readonly log: Log,
    /** Where it is, for whoever has to look there. */
    private readonly place: string,
  ) {}

  seen(by: object, trouble: Trouble): void {
    this.seenBy.add(by);
    // A wrong password, say, after it was away: whoever reads the log must hear of that too.
    if (this.told === trouble.kind || (this.told !== undefined && VAGUE.has(trouble.kind))) return;
    this.told = trouble.kind;
    this.log.warn({ trouble: trouble.kind, redis: this.place }, trouble.message);
  }

  over(by: object): void {
    if (!this.seenBy.delete(by) || this.seenBy.size > 0) return;
    this.told = undefined;
    this.log.info('Redis is back.');
  }
}

/** Nothing that is not known better already. */
const VAGUE: ReadonlySet<Trouble['kind']> = new Set(['away', 'silent']);

const absences = new Map<string, Absence>();

/** One for all connections of this process to one Redis. */
export function absenceOf(url: string, log: Log): Absence {
  const known = absences.get(url) ?? new Absence(log, placeIn(url));
  absences.set(url, known);
  return known;
}
