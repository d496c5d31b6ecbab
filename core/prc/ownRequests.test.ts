import { describe, expect, it } from 'vitest';
import { MemoryCounter } from './memoryCounter';
import { holdOwnRequest, ownRequestType } from './ownRequests';

// docs/parallel-requests.md, 11
describe('what the product counts for itself', () => {
  it('is counted per kind and client, where GET-ALL-COUNTS shows it', async () => {
    const counter = new MemoryCounter();
    const request = { kind: 'http-render', client: 'c1', limit: 1 } as const;
    const held = await holdOwnRequest(counter, { ...request, ticket: 1 });
    expect(await holdOwnRequest(counter, { ...request, ticket: 2 })).toEqual({ granted: false });
    expect(await holdOwnRequest(counter, { ...request, kind: 'shell', ticket: 3 })).toMatchObject({ granted: true });
    expect(await holdOwnRequest(counter, { ...request, client: 'c2', ticket: 4 })).toMatchObject({ granted: true });
    expect(await counter.count(ownRequestType('http-render', 'c1'))).toBe(1);
    if (held.granted) held.end();
    expect(await counter.counts()).toEqual(
      new Map([
        ['asyground:shell:c1', 1],
        ['asyground:http-render:c2', 1],
      ]),
    );
  });
});
