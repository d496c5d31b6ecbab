import { expect, it } from 'vitest';
import type { TaskEvent } from '@/core/taskEvent';
import { StagedTask } from './stagedTask';

const ENDED: TaskEvent = { type: 'ended', outcome: { kind: 'success' } };

function open() {
  const heard: string[] = [];
  const told: string[] = [];
  const behind = { hear: (_event: TaskEvent) => {} };
  const task = new StagedTask(({ type }) => heard.push(type));
  const begin = () =>
    task.begin(
      (onEvent) => {
        told.push('submit');
        behind.hear = onEvent;
        const say = (what: string) => () => void told.push(what);
        return {
          ...{ id: 't1', input: say('input'), interrupt: say('interrupt'), pause: say('pause'), resume: say('resume') },
          ...{ abort: say('abort'), shorten: (seconds: number) => void told.push(`shorten ${seconds}`) },
        };
      },
      () => told.push('release'),
    );
  return { task, begin, behind, heard, told };
}

it('passes on what was said before it began', () => {
  const { task, begin, told } = open();
  expect(task.id).toBe('');
  task.shorten(3);
  begin();
  task.pause();
  expect([task.id, told]).toEqual(['t1', ['submit', 'shorten 3', 'pause']]);
});

it('releases what it holds once, when it ends', () => {
  const { task, begin, behind, heard, told } = open();
  begin();
  for (const event of [{ type: 'started' } as const, ENDED, ENDED]) behind.hear(event);
  task.abort();
  expect([heard, told]).toEqual([
    ['started', 'ended'],
    ['submit', 'release', 'abort'],
  ]);
});

it('is never submitted when nobody wants it any more, and releases what was held for it', () => {
  const { task, begin, heard, told } = open();
  task.abort();
  begin();
  task.hear(ENDED);
  expect([heard, told]).toEqual([[], ['release']]);
});

it('says nothing of a halt once it is over', () => {
  const { task, begin, behind, heard, told } = open();
  begin();
  task.halt();
  behind.hear(ENDED);
  task.halt();
  expect([heard, told.filter((what) => what === 'release')]).toEqual([['ended'], ['release']]);
});

it('says that it came out of the cache', () => {
  const { task, heard } = open();
  expect(task.isHit).toBe(false);
  task.replay([{ type: 'started' }, ENDED]);
  expect([task.isHit, heard]).toEqual([true, ['started', 'ended']]);
});
