import { expect } from 'vitest';

/** What an action of an administrator answers that is refused. A bare pattern among the fields would fit anything. */
export function refusal(words: RegExp) {
  return { ok: false, error: expect.stringMatching(words) as string };
}
