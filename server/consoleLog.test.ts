import { expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import { logConsole } from './consoleLog';

it('turns what packages print into lines of the log', () => {
  const lines: string[] = [];
  const nothing = () => undefined;
  const target = { debug: nothing, log: nothing, info: nothing, warn: nothing, error: nothing };
  logConsole(createLog('front', 'debug', { write: (line) => void lines.push(line) }), target);
  const { log, warn, error }: Pick<Console, 'log' | 'warn' | 'error'> = target;
  log('\x1b[32m ✓\x1b[39m Ready in %d ms', 5);
  log();
  warn('two\nlines');
  error(new Error('gone'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 20, process: 'front', msg: '✓ Ready in 5 ms' },
    { level: 40, msg: 'two\nlines' },
    { level: 50, msg: expect.stringContaining('Error: gone') },
  ]);
});
