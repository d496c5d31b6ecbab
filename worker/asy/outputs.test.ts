import { describe, expect, it, vi } from 'vitest';
import { Outputs } from './outputs';

function collect(maxBytes: number) {
  const sent: [string, string][] = [];
  const onLimit = vi.fn();
  const outputs = new Outputs({
    maxBytes,
    send: (stream, bytes) => sent.push([stream, Buffer.from(bytes).toString()]),
    onLimit,
  });
  return { outputs, sent, onLimit };
}

describe('outputs of a run (docs/asyonline.md, 17)', () => {
  it('merges what comes close together, and keeps the order of the streams', () => {
    const { outputs, sent } = collect(1000);
    outputs.push('stdout', Buffer.from('a'));
    outputs.push('stdout', Buffer.from('b'));
    outputs.push('stderr', Buffer.from('c'));
    outputs.push('stdout', Buffer.from('d'));
    outputs.flush();
    expect(sent).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'c'],
      ['stdout', 'd'],
    ]);
  });

  it('lets exactly the limit through and says so once', () => {
    const { outputs, sent, onLimit } = collect(5);
    outputs.push('stdout', Buffer.from('abc'));
    outputs.push('stderr', Buffer.from('defg'));
    outputs.push('stderr', Buffer.from('h'));
    expect(sent.map(([, text]) => text).join('')).toBe('abcde');
    expect(onLimit).toHaveBeenCalledTimes(1);
    expect(outputs.lastText).toBe('abcde');
  });

  it('splits what is too long for one frame', () => {
    const { outputs, sent } = collect(1_000_000);
    outputs.push('stdout', Buffer.alloc(150_000, 'x'));
    outputs.flush();
    expect(sent.map(([, text]) => text.length)).toEqual([65536, 65536, 18928]);
  });

  it('remembers the end, however it came', () => {
    const { outputs } = collect(1_000_000);
    for (let i = 0; i < 9000; i += 1) outputs.push('stdout', Buffer.from(`line ${i}\n`));
    const text = Array.from({ length: 9000 }, (_, i) => `line ${i}\n`).join('');
    expect(outputs.lastText).toBe(text.slice(-16 * 1024));
    outputs.flush();
  });

  it('says a remark of ours only where it fits', () => {
    const { outputs, sent, onLimit } = collect(10);
    outputs.remark('much too long');
    outputs.remark('short');
    expect(sent).toEqual([['stderr', 'short']]);
    expect(onLimit).not.toHaveBeenCalled();
  });
});
