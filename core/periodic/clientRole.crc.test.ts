import { describe, expect, it } from 'vitest';
import { openServer } from './testing/memoryServer';
import { type Message } from './message';
import { someJob } from './testing/storeWorld';

function data(text: string): Message {
  return { name: 'DATA', data: new TextEncoder().encode(text) };
}

describe('a client of the crc dialect', () => {
  it('may receive a result in parts', async () => {
    const { connect, store } = openServer();
    const client = connect({ dialect: 'crc', role: 'client' });
    await client.ask(4, { name: 'RECV_DATA', job: someJob('a') });
    await store.submit(someJob('a'));
    await store.grab('w', new Set(['f']));
    await store.report('w', someJob('a'), { kind: 'data', data: new TextEncoder().encode('one') });
    await store.report('w', someJob('a'), { kind: 'data', data: new TextEncoder().encode('two') });
    await store.report('w', someJob('a'), { kind: 'done', data: new TextEncoder().encode('end') });
    await store.submit(someJob('a'));
    await store.remove(someJob('a'));
    expect(client.told()).toEqual(['one', 'two', 'end'].map((text) => client.answer(4, data(text))));
  });
});
