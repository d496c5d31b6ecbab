import { describe, expect, it } from 'vitest';
import { MemoryCounter } from '@/core/prc/memoryCounter';
import { PrcOverview } from './overview';

const PAGE = { from: 0, count: 10 };

async function open() {
  const counter = new MemoryCounter();
  const claims = ['a x', 'b x', 'b x', 'b y', 'c y'].map((text, i) => {
    const [holder = '', requestType = ''] = text.split(' ');
    return { ticket: i, holder, requestType, limit: 9, mayWait: false };
  });
  for (const claim of claims) await counter.acquire(claim);
  return new PrcOverview(counter);
}

describe('the overview of parallel requests', () => {
  it('lists types and who holds them, the most first, in pages', async () => {
    const overview = await open();
    const x = {
      requestType: 'x',
      count: 3,
      holders: [
        { holder: 'b', count: 2 },
        { holder: 'a', count: 1 },
      ],
    };
    expect(await overview.list(PAGE)).toMatchObject({
      types: 2,
      requests: 5,
      rows: [x, { requestType: 'y', count: 2 }],
    });
    expect((await overview.list({ from: 1, count: 1 }))?.rows).toMatchObject([{ requestType: 'y' }]);
  });

  it('ends what a holder has of a type', async () => {
    const overview = await open();
    overview.end('b', 'x');
    expect((await overview.list(PAGE))?.rows.map(({ requestType, count }) => [requestType, count])).toEqual([
      ['y', 2],
      ['x', 1],
    ]);
  });

  it('says when the counts cannot be read', async () => {
    const counter = Object.assign(new MemoryCounter(), { holdings: async () => undefined });
    expect(await new PrcOverview(counter).list(PAGE)).toBeUndefined();
  });
});
