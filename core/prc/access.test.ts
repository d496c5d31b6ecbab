import { describe, expect, it } from 'vitest';
import { judgeAccess, type AccessRules, type Knock } from './access';

const RULES: AccessRules = {
  authToken: 'top/secret é',
  check: (given, expected) => given === expected,
};
const GOOD_URL = '/ws/top%2Fsecret%20%C3%A9';

function judge(knock: Partial<Knock>, rules: Partial<AccessRules> = {}) {
  const full: Knock = { url: GOOD_URL, isUpgrade: true, ...knock };
  return judgeAccess(full, { ...RULES, ...rules });
}

const FORBIDDEN = { kind: 'refused', status: 403, body: 'Forbidden.' };

// docs/parallel-requests.md, 1
describe('access to /ws/{AUTH_TOKEN}', () => {
  it('welcomes the percent-decoded token and ignores what follows it', () => {
    for (const url of [GOOD_URL, `${GOOD_URL}/`, `${GOOD_URL}/extra/more`, `${GOOD_URL}?x=1`, `${GOOD_URL}/e?x=/`]) {
      expect(judge({ url })).toEqual({ kind: 'welcome' });
    }
  });

  it('refuses a wrong, empty or undecodable token before the upgrade', () => {
    for (const url of ['/ws/', '/ws/?top%2Fsecret', '/ws/wrong', '/ws/top/secret%20%C3%A9', '/ws/%', '/ws//']) {
      expect(judge({ url })).toEqual(FORBIDDEN);
      expect(judge({ url, isUpgrade: false })).toEqual(FORBIDDEN);
    }
  });

  it('answers a plain GET of a good address with 400', () => {
    expect(judge({ isUpgrade: false })).toMatchObject({ kind: 'refused', status: 400 });
  });

  it('is off, never open, without a configured token', () => {
    for (const authToken of [undefined, '']) {
      expect(judge({ url: '/ws/' }, { authToken })).toEqual({ kind: 'off' });
      expect(judge({}, { authToken })).toEqual({ kind: 'off' });
    }
    expect(judge({ url: '/ws' })).toEqual({ kind: 'off' });
  });

  it('says when tokens are looked at again, whatever is asked', () => {
    const check = () => ({ retryAfterSeconds: 60 });
    for (const isUpgrade of [true, false])
      expect(judge({ isUpgrade }, { check })).toMatchObject({ kind: 'refused', status: 429, retryAfterSeconds: 60 });
  });

  it('leaves the comparison to what was handed in', () => {
    const seen: string[] = [];
    judge({}, { check: (given, expected) => seen.push(given, expected) > 0 });
    expect(seen).toEqual(['top/secret é', 'top/secret é']);
  });
});
