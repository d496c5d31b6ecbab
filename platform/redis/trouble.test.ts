import { describe, expect, it } from 'vitest';
import type { Log } from '../log';
import { Absence, AWAY, REPLICA, troubleOf, unavailableOf, UnavailableError, unavailable } from './trouble';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('what an error says about Redis', () => {
  it.each([
    [new Error('WRONGPASS invalid username-password pair or user is disabled.'), 'password'],
    [new Error('NOAUTH Authentication required.'), 'password'],
    [new Error("READONLY You can't write against a read only replica. script: 1, on @user_script:3."), 'replica'],
    [new Error('UNBLOCKED force unblock from blocking operation, instance state changed'), 'replica'],
    [new Error('LOADING Redis is loading the dataset in memory'), 'loading'],
    [new Error('MISCONF Redis is configured to save RDB snapshots'), 'disk'],
    [named('MaxRetriesPerRequestError', 'Reached the max retries per request limit'), 'away'],
    [named('AbortError', 'Command aborted due to connection close'), 'away'],
    [new Error("Stream isn't writeable and enableOfflineQueue options is false"), 'away'],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'away'],
    [
      Object.assign(new Error('EXECABORT Transaction discarded because of previous errors.'), {
        previousErrors: [new Error("READONLY You can't write against a read only replica.")],
      }),
      'replica',
    ],
  ])('%s', (error, kind) => {
    expect(troubleOf(error)?.kind).toBe(kind);
    expect(unavailableOf(error)?.code).toBe('unavailable');
  });

  it.each([new Error('WRONGTYPE Operation against a key'), new Error('toString of nothing'), 'READONLY', undefined])(
    'nothing: %s',
    (error) => {
      expect(troubleOf(error)).toBeUndefined();
      expect(unavailableOf(error)).toBeUndefined();
    },
  );

  it('keeps the failure that was thrown at a border', () => {
    const failure = { ...unavailable(), retryAfterSeconds: 77 };
    expect(unavailableOf(new UnavailableError(failure))).toBe(failure);
  });
});

describe('an absence', () => {
  it('is told once, however many see it, and its end when the last sees it', () => {
    const told: string[] = [];
    const say = (_facts: unknown, args?: string) => void told.push(args ?? String(_facts));
    const absence = new Absence({ warn: say, info: say } as unknown as Log, '');
    const [one, two] = [{}, {}];
    for (let i = 0; i < 100; i += 1) absence.seen(i % 2 === 0 ? one : two, AWAY);
    expect(told).toEqual([AWAY.message]);
    // More is known now; that it is also away says less.
    absence.seen(one, REPLICA);
    absence.seen(two, AWAY);
    expect(told).toEqual([AWAY.message, REPLICA.message]);
    absence.over(one);
    absence.over(one);
    expect(told).toHaveLength(2);
    absence.over(two);
    expect(told).toEqual([AWAY.message, REPLICA.message, 'Redis is back.']);
  });
});
