import { describe, expect, it } from 'vitest';
import { auditCsv } from './auditCsv';

const ENTRY = { atMs: 0, who: 'Ada', role: 'admin', action: 'limits.set', what: 'limits' };

describe('the audit log as a table', () => {
  it('has a line for each entry, with quotes where they are needed', () => {
    expect(auditCsv([{ ...ENTRY, before: '3,10', after: 'a "b"' }])).toBe(
      'time,who,role,action,what,before,after,refused\r\n' +
        '1970-01-01T00:00:00.000Z,Ada,admin,limits.set,limits,"3,10","a ""b""",\r\n',
    );
  });

  it('holds no formula, whoever wrote it', () => {
    expect(auditCsv([{ ...ENTRY, what: '=HYPERLINK("http://x")', refused: '@SUM(1)' }])).toContain(
      `,"'=HYPERLINK(""http://x"")",,,'@SUM(1)\r\n`,
    );
  });
});
