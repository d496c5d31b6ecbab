import { describe, expect, it } from 'vitest';
import { MemoryCounter } from './memoryCounter';
import { OwnRequests, ownRequestType } from './ownRequests';

function open() {
  const counter = new MemoryCounter();
  let ticket = 0;
  const limits = { 'http-render': 1, shell: 2 };
  const own = new OwnRequests(counter, { front: 'f', newTicket: () => ++ticket, limits });
  return { counter, own };
}

const ended = () => undefined;

// docs/parallel-requests.md, 11
describe('what the product counts for itself', () => {
  it('is counted per kind and client, where GET-ALL-COUNTS shows it', async () => {
    const { counter, own } = open();
    const held = await own.hold({ kind: 'http-render', client: 'c1', ended, patienceSeconds: 0 });
    expect(await own.hold({ kind: 'http-render', client: 'c1', ended, patienceSeconds: 0 })).toEqual({
      granted: false,
    });
    expect(await own.hold({ kind: 'shell', client: 'c1', ended, patienceSeconds: 0 })).toMatchObject({ granted: true });
    expect(await own.hold({ kind: 'http-render', client: 'c2', ended, patienceSeconds: 0 })).toMatchObject({
      granted: true,
    });
    expect(await counter.count(ownRequestType('http-render', 'c1'))).toBe(1);
    if (held.granted) held.end();
    if (held.granted) held.end();
    expect(await counter.counts()).toEqual(
      new Map([
        ['asyground:shell:c1', 1],
        ['asyground:http-render:c2', 1],
      ]),
    );
  });

  it('hears when an admin ends it', async () => {
    const { counter, own } = open();
    let ends = 0;
    for (let i = 0; i < 2; i += 1)
      await own.hold({ kind: 'shell', client: 'c1', ended: () => (ends += 1), patienceSeconds: 0 });
    const [holding] = await counter.holdings();
    expect(holding).toEqual({ holder: 'f.shell', requestType: 'asyground:shell:c1', count: 2 });
    counter.end('f.shell', 'asyground:shell:c1');
    expect(ends).toBe(2);
    expect(await counter.counts()).toEqual(new Map());
  });
});
