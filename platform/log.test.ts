import { describe, expect, it } from 'vitest';
import { LOG_LIMITS } from '@/core/limits';
import { createLog } from './log';

function lines(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const written: string[] = [];
  write(createLog('test', 'info', { write: (line) => void written.push(line) }));
  return written;
}

const LONG = 'x'.repeat(400_000);
const MOST = 4 * LOG_LIMITS.maxTextUnits;

describe('a log line', () => {
  it.each<[string, (log: ReturnType<typeof createLog>) => void]>([
    ['a message', (log) => log.info(LONG)],
    ['a value', (log) => log.info({ url: LONG }, 'x')],
    ['a message of an error', (log) => log.error({ err: new Error(LONG) }, 'x')],
    ['a cause', (log) => log.error({ err: new Error('x', { cause: new Error(LONG) }) }, 'x')],
    ['a list', (log) => log.info({ list: Array.from({ length: 100_000 }, () => 'y') }, 'x')],
    ['a buffer', (log) => log.info({ bytes: Buffer.from(LONG) }, 'x')],
  ])('stays short, whatever %s holds', (_what, write) => {
    const [line = ''] = lines(write);
    expect(line.length).toBeGreaterThan(10);
    expect(line.length).toBeLessThan(MOST);
    expect(() => JSON.parse(line)).not.toThrow();
  });

  it('keeps what is short as it is, with the stack of an error', () => {
    const [line = ''] = lines((log) =>
      log.error({ err: new Error('no'), task: { id: 't', steps: [1, 2] } }, 'it failed'),
    );
    expect(JSON.parse(line)).toMatchObject({
      msg: 'it failed',
      task: { id: 't', steps: [1, 2] },
      err: { type: 'Error', message: 'no', stack: expect.stringContaining('log.test') },
    });
  });

  it('survives what refers to itself', () => {
    const round: { self?: unknown } = {};
    round.self = round;
    expect(lines((log) => log.info({ round }, 'x'))).toHaveLength(1);
  });
});
