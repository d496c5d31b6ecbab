import { describe, expect, it } from 'vitest';
import { ByteReader } from './byteReader';
import { openServer, settle } from './testing/memoryServer';
import { MAGIC } from './dialect';
import { readJobs, type Job } from './job';
import { PERIODIC_LIMITS } from './limits';
import { encodeMessage, type Message } from './message';
import { allJobs, someJob } from './testing/storeWorld';

const DIALECTS = ['seed', 'crc'] as const;
const SUCCESS: Message = { name: 'SUCCESS' };
const UNKNOWN: Message = { name: 'UNKNOWN' };

function data(text: string): Message {
  return { name: 'DATA', data: new TextEncoder().encode(text) };
}

describe.each(DIALECTS)('a client in the %s dialect', (dialect) => {
  function open() {
    const server = openServer();
    const client = server.connect({ dialect, role: 'client' });
    const expectAnswer = async (message: Message, answer: Message) => {
      await client.ask(1, message);
      expect(client.told()).toEqual([client.answer(1, answer)]);
    };
    /** A worker without a connection. */
    const grab = () => server.store.grab('w', new Set(['f']));
    const serve = () => server.store.serve('w', 'f', false);
    return { ...server, client, expectAnswer, grab, serve };
  }

  // docs/periodic.md, 1 and 8
  it('hears SUCCESS when its job is stored', async () => {
    const { store, expectAnswer, client } = open();
    await expectAnswer({ name: 'SUBMIT_JOB', job: someJob('a') }, SUCCESS);
    expect(await allJobs(store)).toMatchObject([{ name: 'a' }]);
    let stored = (): void => {};
    store.submit = () => new Promise((resolve) => (stored = () => resolve('stored')));
    await client.ask(2, { name: 'SUBMIT_JOB', job: someJob('b') });
    expect(client.told()).toEqual([]);
    stored();
    await client.ask(3, { name: 'PING' });
    expect(client.told()).toContainEqual(client.answer(2, SUCCESS));
  });

  it('hears SUCCESS for a job that runs already', async () => {
    const { expectAnswer, grab, store } = open();
    await expectAnswer({ name: 'SUBMIT_JOB', job: someJob('a') }, SUCCESS);
    await grab();
    await expectAnswer({ name: 'SUBMIT_JOB', job: someJob('a', { workload: Uint8Array.of(1) }) }, SUCCESS);
    expect(await allJobs(store)).toMatchObject([{ workload: new TextEncoder().encode('a') }]);
  });

  it('is refused an empty func or name', async () => {
    const { store, expectAnswer } = open();
    for (const job of [someJob(''), someJob('a', { func: '' })]) {
      await expectAnswer({ name: 'SUBMIT_JOB', job }, UNKNOWN);
      await expectAnswer({ name: 'RUN_JOB', job }, UNKNOWN);
      await expectAnswer({ name: 'LOAD', jobs: [someJob('good'), job] }, UNKNOWN);
    }
    expect(await allJobs(store)).toEqual([]);
  });

  // docs/periodic.md, "Per dialect"
  it('hears the result of what it runs', async () => {
    const { client, grab, serve, store } = open();
    await serve();
    await client.ask(5, { name: 'RUN_JOB', job: someJob('a') });
    expect(client.told()).toEqual([]);
    await grab();
    await store.report('w', someJob('a'), { kind: 'done', data: new TextEncoder().encode('result') });
    expect(client.told()).toEqual([client.answer(5, data('result'))]);
  });

  it('waits for a worker, or hears at once that there is none', async () => {
    const { client, store, grab } = open();
    await client.ask(5, { name: 'RUN_JOB', job: someJob('a') });
    if (dialect === 'crc') {
      expect(client.told()).toEqual([client.answer(5, { name: 'NO_WORKER' })]);
      expect(await allJobs(store)).toEqual([]);
      return;
    }
    expect(client.told()).toEqual([]);
    await grab();
    await store.report('w', someJob('a'), { kind: 'done', data: new Uint8Array(0) });
    expect(client.told()).toEqual([client.answer(5, data(''))]);
  });

  it.each([
    ['failed', 'failed', undefined],
    ['later', 'failed', undefined],
    ['expired', 'expired', undefined],
    ['removed', 'removed', ''],
    ['dead', 'failed', ''],
  ] as const)('hears of a job that is %s', async (ending, crcAnswer, seedAnswer) => {
    const { client, grab, serve, store, advance } = open();
    await serve();
    await store.setConfig('timeout', 1);
    if (ending === 'dead') await store.setConfig('max-retry', 1);
    await client.ask(5, { name: 'RUN_JOB', job: someJob('a', { runCount: ending === 'dead' ? 1 : 0 }) });
    await grab();
    if (ending === 'expired') await advance(1000);
    else if (ending === 'removed') await store.remove(someJob('a'));
    else if (ending === 'later')
      await store.report('w', someJob('a'), { kind: 'later', delaySeconds: 0, countStep: 0 });
    else await store.report('w', someJob('a'), { kind: 'failed' });
    const answer = dialect === 'crc' ? crcAnswer : seedAnswer;
    expect(client.told()).toEqual(answer === undefined ? [] : [client.answer(5, data(answer))]);
    if (answer !== undefined) return;
    await advance(1000);
    await grab();
    await store.report('w', someJob('a'), { kind: 'done', data: new TextEncoder().encode('at last') });
    expect(client.told()).toEqual([client.answer(5, data('at last'))]);
  });

  // docs/periodic.md, 4
  it('attaches to a job that runs, and may leave without harm to it', async () => {
    const { client, connect, grab, serve, store } = open();
    await serve();
    const other = connect({ dialect, role: 'client' });
    const leaver = connect({ dialect, role: 'client' });
    await client.ask(1, { name: 'RUN_JOB', job: someJob('a') });
    await grab();
    await other.ask(2, { name: 'RUN_JOB', job: someJob('a', { workload: Uint8Array.of(1) }) });
    await leaver.ask(3, { name: 'RUN_JOB', job: someJob('a') });
    leaver.connection.closed();
    expect(await allJobs(store)).toHaveLength(1);
    await store.report('w', someJob('a'), { kind: 'done', data: new TextEncoder().encode('r') });
    expect(client.told()).toEqual([client.answer(1, data('r'))]);
    expect(other.told()).toEqual([other.answer(2, data('r'))]);
    expect(leaver.told()).toEqual([]);
  });

  // docs/periodic.md, 6
  it('reads the status: a line for each func, nothing around them', async () => {
    const { clock, expectAnswer, serve, store } = open();
    const now = Math.floor(clock.nowMs / 1000);
    await expectAnswer({ name: 'STATUS' }, data(''));
    await serve();
    await store.submit(someJob('a', { func: 'g', schedAtSeconds: now + 9 }));
    await expectAnswer(
      { name: 'STATUS' },
      data(dialect === 'seed' ? `f,1,0,0,${now}\ng,0,1,0,${now + 9}` : `f,1,0,0,0,${now}\ng,0,1,0,0,${now + 9}`),
    );
  });

  it('drops and removes', async () => {
    const { expectAnswer, serve, store } = open();
    await serve();
    await store.submit(someJob('a'));
    await store.submit(someJob('b', { func: 'g' }));
    await expectAnswer({ name: 'DROP_FUNC', func: 'f' }, SUCCESS);
    await expectAnswer({ name: 'DROP_FUNC', func: 'g' }, SUCCESS);
    expect(await allJobs(store)).toMatchObject([{ func: 'f' }]);
    await expectAnswer({ name: 'REMOVE_JOB', handle: someJob('a') }, SUCCESS);
    await expectAnswer({ name: 'REMOVE_JOB', handle: someJob('unknown') }, SUCCESS);
    expect(await allJobs(store)).toEqual([]);
  });

  it('dumps what it can load again', async () => {
    const { client, expectAnswer, store } = open();
    const timeoutSeconds = dialect === 'crc' ? 4 : 0;
    const jobs: Job[] = [
      someJob('a', { schedAtSeconds: 5, runCount: 2, timeoutSeconds }),
      someJob('b', { schedAtSeconds: 6 }),
    ];
    await expectAnswer({ name: 'LOAD', jobs }, SUCCESS);
    expect(await allJobs(store)).toEqual(jobs);
    await client.ask(2, { name: 'DUMP' });
    const [, body = ''] = client.told()[0] ?? [];
    const bytes = Uint8Array.from(body, (character) => character.charCodeAt(0));
    expect(readJobs(new ByteReader(dialect === 'crc' ? bytes.subarray(1) : bytes))).toEqual(jobs);
  });

  it('hears UNKNOWN when there is no room, and waits for nothing then', async () => {
    const { store, expectAnswer, serve } = open();
    await serve();
    store.submit = async () => 'full';
    await expectAnswer({ name: 'SUBMIT_JOB', job: someJob('a') }, UNKNOWN);
    await expectAnswer({ name: 'RUN_JOB', job: someJob('a') }, UNKNOWN);
    await expectAnswer({ name: 'LOAD', jobs: [someJob('a')] }, UNKNOWN);
  });

  it('hears UNKNOWN when there is too much to dump', async () => {
    const { store, expectAnswer } = open();
    const workload = new Uint8Array(PERIODIC_LIMITS.maxDumpBytes / 8);
    store.dump = async function* () {
      for (let part = 0; part < 8; part += 1) yield [someJob('large', { workload })];
    };
    await expectAnswer({ name: 'DUMP' }, UNKNOWN);
  });

  it('may wait for many jobs, but not for any number', async () => {
    const { client, serve } = open();
    await serve();
    for (let id = 0; id < PERIODIC_LIMITS.maxWaits; id += 1) {
      client.send(encodeMessage(dialect, MAGIC.request, id, { name: 'RUN_JOB', job: someJob('a') }));
    }
    await settle();
    client.told();
    await client.ask(7, { name: 'RUN_JOB', job: someJob('b') });
    expect(client.told()).toEqual([client.answer(7, UNKNOWN)]);
  });

  // docs/periodic.md, 7
  it('reads and sets numbers', async () => {
    const { expectAnswer } = open();
    await expectAnswer({ name: 'CONFIG_GET', key: 'max-patch' }, { name: 'CONFIG', value: 250 });
    await expectAnswer({ name: 'CONFIG_SET', key: 'max-patch', value: -7 }, SUCCESS);
    await expectAnswer({ name: 'CONFIG_GET', key: 'max-patch' }, { name: 'CONFIG', value: -7 });
    await expectAnswer({ name: 'CONFIG_GET', key: 'unknown' }, { name: 'CONFIG', value: 0 });
    await expectAnswer({ name: 'CONFIG_SET', key: 'unknown', value: 1 }, SUCCESS);
  });

  it('cannot shut the server down unless that is on', async () => {
    const { connect, expectAnswer } = open();
    await expectAnswer({ name: 'SHUTDOWN' }, UNKNOWN);
    let shutdowns = 0;
    const trusted = connect({ dialect, role: 'client' }, { shutdown: () => (shutdowns += 1) });
    await trusted.ask(1, { name: 'SHUTDOWN' });
    expect([shutdowns, trusted.told()]).toEqual([1, []]);
  });

  // docs/periodic.md, 10
  it('may ask for a render, but not touch what is reserved', async () => {
    const { expectAnswer, store } = open();
    await expectAnswer({ name: 'SUBMIT_JOB', job: someJob('a', { func: 'asy.render' }) }, SUCCESS);
    await expectAnswer({ name: 'REMOVE_JOB', handle: { func: 'asy.render', name: 'a' } }, UNKNOWN);
    await expectAnswer({ name: 'DROP_FUNC', func: 'asy.render' }, UNKNOWN);
    await store.submit(someJob('trim', { func: 'asyground.cache' }));
    const far = someJob('trim', { func: 'asyground.cache', schedAtSeconds: 1e12 });
    await expectAnswer({ name: 'SUBMIT_JOB', job: far }, UNKNOWN);
    await expectAnswer({ name: 'RUN_JOB', job: far }, UNKNOWN);
    await expectAnswer({ name: 'LOAD', jobs: [far, someJob('mine', { func: 'asymptotic' })] }, SUCCESS);
    await expectAnswer({ name: 'DROP_FUNC', func: 'asyground.cache' }, UNKNOWN);
    const names = (await allJobs(store)).map(({ name, schedAtSeconds }) => [name, schedAtSeconds < 1e12]);
    expect(names).toEqual([
      ['a', true],
      ['trim', true],
      ['mine', true],
    ]);
  });
});
