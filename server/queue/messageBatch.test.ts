import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import type { StreamEntry } from '@/platform/redis/readers';
import { readBatch } from './messageBatch';

function submitted(id: string, detached?: { endpoint: 'render'; reference: string }): unknown {
  const task = { id, kind: 'render', main: 'a.asy', client: 'c', address: 'x', createdAtMs: 1, detached };
  return { type: 'submitted', task: { ...task, options: DEFAULT_SUBMISSION_OPTIONS } };
}
const withdrawn = (task: string) => ({ type: 'withdrawn', task });

function batch(messages: readonly unknown[], replayedUntil = '0') {
  const entries = messages.map((message, i): StreamEntry => [`${i + 1}-0`, ['message', JSON.stringify(message)]]);
  const { heard, dropped } = readBatch(entries, replayedUntil);
  return { types: heard.map(({ message }) => message?.type), dropped };
}

describe('one read of the stream', () => {
  it('passes over what came and left in it', () => {
    const { types, dropped } = batch([submitted('a'), submitted('b'), withdrawn('a'), { type: 'nonsense' }]);
    expect(types).toEqual(['submitted', undefined]);
    expect(dropped).toEqual(['a']);
  });

  it('keeps what came before, what comes again, and what is detached', () => {
    expect(batch([withdrawn('a'), submitted('a')]).types).toEqual(['withdrawn', 'submitted']);
    const detached = submitted('a', { endpoint: 'render', reference: '' });
    expect(batch([detached, withdrawn('a')]).types).toEqual(['submitted', 'withdrawn']);
  });

  it('keeps what was on the stream before this scheduler led', () => {
    expect(batch([submitted('a'), withdrawn('a')], '1-0').types).toEqual(['submitted', 'withdrawn']);
  });
});
