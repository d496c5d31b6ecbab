import { describe, expect, it } from 'vitest';
import { createLog } from './log';
import { HopelessError, Services } from './service';

describe('services', () => {
  const lines: { level: number; service?: string; err?: { stack?: string } }[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line)) });

  function recorder() {
    const calls: string[] = [];
    const service = (name: string) => ({
      start: () => void calls.push(`start ${name}`),
      stop: async () => void calls.push(`stop ${name}`),
    });
    return { calls, service };
  }

  it('are started in order and stopped in reverse, once', async () => {
    const { calls, service } = recorder();
    const services = new Services(log);
    services.add('a', service('a'));
    await services.start();
    services.add('b', service('b'));
    await services.start();
    await Promise.all([services.stop(), services.stop()]);
    expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('end the start with the first that fails, and stop what was started', async () => {
    const { calls, service } = recorder();
    const services = new Services(log);
    services.add('a', service('a'));
    services.add('broken', { start: () => Promise.reject(new HopelessError('taken')) });
    services.add('c', service('c'));
    await expect(services.start()).rejects.toThrow('taken');
    await services.stop();
    expect(calls).toEqual(['start a', 'stop a']);
  });

  it('stop the others when one fails or hangs, and say which', async () => {
    lines.length = 0;
    const { calls, service } = recorder();
    const services = new Services(log, 10);
    services.add('a', service('a'));
    services.add('broken', { stop: () => Promise.reject(new Error('why')) });
    services.add('hanging', { stop: () => new Promise<void>(() => undefined) });
    await services.start();
    await services.stop();
    expect(calls).toEqual(['start a', 'stop a']);
    expect(lines.map(({ service: name }) => name)).toEqual(['hanging', 'broken']);
    expect(lines[1]?.err?.stack).toContain('why');
  });

  it('start nothing more once they are being stopped', async () => {
    const { calls, service } = recorder();
    const services = new Services(log);
    services.add('a', { start: () => void services.stop() });
    services.add('b', service('b'));
    await services.start();
    expect(calls).toEqual([]);
  });
});
