import { describe, expect, it } from 'vitest';
import { judgeAccess, type AccessRules, type Knock } from './access';

const RULES: AccessRules = {
  authToken: 'top/secret é',
  allowedOrigins: ['https://tools.example'],
  isSameSecret: (given, expected) => given === expected,
};
const GOOD_URL = '/ws/top%2Fsecret%20%C3%A9';

function judge(knock: Partial<Knock>, rules: Partial<AccessRules> = {}) {
  const full: Knock = { url: GOOD_URL, isUpgrade: true, origin: undefined, host: 'draw.example:3000', ...knock };
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

  it('refuses a foreign origin, and welcomes its own and allowed ones', () => {
    expect(judge({ origin: 'https://evil.example' })).toEqual(FORBIDDEN);
    expect(judge({ origin: 'null' })).toEqual(FORBIDDEN);
    expect(judge({ origin: 'https://draw.example' })).toEqual(FORBIDDEN);
    expect(judge({ origin: 'https://draw.example:3000' })).toEqual({ kind: 'welcome' });
    expect(judge({ origin: 'https://tools.example' })).toEqual({ kind: 'welcome' });
  });

  it('is off, never open, without a configured token', () => {
    for (const authToken of [undefined, '']) {
      expect(judge({ url: '/ws/' }, { authToken })).toEqual({ kind: 'off' });
      expect(judge({}, { authToken })).toEqual({ kind: 'off' });
    }
    expect(judge({ url: '/ws' })).toEqual({ kind: 'off' });
  });

  it('leaves the comparison to what was handed in', () => {
    const seen: string[] = [];
    judge({}, { isSameSecret: (given, expected) => seen.push(given, expected) > 0 });
    expect(seen).toEqual(['top/secret é', 'top/secret é']);
  });
});
