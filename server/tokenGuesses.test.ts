import { describe, expect, it } from 'vitest';
import { GUESS_LIMITS } from '@/core/limits';
import { TokenGuesses } from './tokenGuesses';

const { wrongTokens, firstHoldSeconds, forgetSeconds, maxWaiting } = GUESS_LIMITS;

function world() {
  const clock = { seconds: 0, looks: 0 };
  const guesses = new TokenGuesses(() => clock.seconds * 1000);
  const say = (address: string, token: string) =>
    guesses.check(address, token, async () => {
      clock.looks += 1;
      await Promise.resolve();
      return token.startsWith('right') ? token : undefined;
    });
  const beWrong = async (address: string) => {
    for (let i = 0; i < wrongTokens; i += 1) await say(address, `wrong ${i}`);
  };
  return { clock, say, beWrong };
}

describe('guesses of tokens', () => {
  it('are looked at a few times, however many come at once', async () => {
    const { clock, say } = world();
    const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => say('a', `wrong ${i}`)));
    expect(clock.looks).toBe(wrongTokens);
    expect(answers.filter((answer) => !answer.ok)).toHaveLength(400 - wrongTokens);
    expect(maxWaiting).toBeLessThan(400);
  });

  it('hold up only their address, and twice as long each time', async () => {
    const { clock, say, beWrong } = world();
    await beWrong('a');
    expect(await say('b', 'right b')).toEqual({ ok: true, found: 'right b' });
    for (const seconds of [firstHoldSeconds, 2 * firstHoldSeconds, 4 * firstHoldSeconds]) {
      expect(await say('a', 'right unseen')).toEqual({ ok: false, retryAfterSeconds: seconds });
      clock.seconds += seconds;
      await beWrong('a');
    }
  });

  it('do not hold up a token that was right before', async () => {
    const { say, beWrong } = world();
    await say('a', 'right one');
    await beWrong('a');
    expect(await say('a', 'right one')).toEqual({ ok: true, found: 'right one' });
    expect(await say('a', 'right two')).toHaveProperty('retryAfterSeconds');
  });

  it('are not forgotten after a right one, which anybody can have', async () => {
    const { say } = world();
    for (let i = 1; i < wrongTokens; i += 1) {
      await say('a', `wrong ${i}`);
      expect(await say('a', `right ${i}`)).toEqual({ ok: true, found: `right ${i}` });
    }
    await say('a', 'wrong again');
    expect(await say('a', 'right unseen')).toEqual({ ok: false, retryAfterSeconds: firstHoldSeconds });
  });

  it('are forgotten in time', async () => {
    const { clock, say, beWrong } = world();
    await beWrong('a');
    for (let i = 0; i < 3 * wrongTokens; i += 1) {
      clock.seconds += forgetSeconds + 1;
      expect(await say('a', `wrong ${i}`)).toEqual({ ok: true, found: undefined });
    }
    await beWrong('a');
    expect(await say('a', 'right unseen')).toEqual({ ok: false, retryAfterSeconds: firstHoldSeconds });
  });

  it('let many with one right token in at once', async () => {
    const { say } = world();
    const answers = await Promise.all(Array.from({ length: maxWaiting }, () => say('a', 'right')));
    expect(answers.every((answer) => answer.ok && answer.found === 'right')).toBe(true);
  });

  it('are one count, whether somebody has to be asked or not', async () => {
    const guesses = new TokenGuesses(() => 0);
    const now = (token: string) => guesses.checkNow('a', token, () => token === 'right');
    expect(now('right')).toEqual({ ok: true, found: true });
    for (let i = 0; i < wrongTokens / 2; i += 1) {
      expect(now(`wrong ${i}`)).toEqual({ ok: true, found: undefined });
      await guesses.check('a', `other ${i}`, async () => undefined);
    }
    expect(now('unseen')).toEqual({ ok: false, retryAfterSeconds: firstHoldSeconds });
    expect(await guesses.check('a', 'unseen', async () => true)).toEqual({
      ok: false,
      retryAfterSeconds: firstHoldSeconds,
    });
    expect(now('right')).toEqual({ ok: true, found: true });
  });
});
