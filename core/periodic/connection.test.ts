import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND, roleOf } from './command';
import { openServer, Peer, settle } from './testing/memoryServer';
import { MAGIC, type Dialect } from './dialect';
import { PERIODIC_LIMITS } from './limits';
import { encodeFrame, encodeMessage } from './message';
import { COMMAND_NAMES, messageArbitrary } from './testing/arbitraryMessage';
import { encodeRegistration } from './registration';
import { someJob } from './testing/storeWorld';

const DIALECTS = ['seed', 'crc'] as const;
const ROLES = ['client', 'worker'] as const;

function packet(dialect: Dialect, payload: readonly number[]): Uint8Array {
  return encodeFrame(dialect, MAGIC.request, (writer) => writer.copy(Uint8Array.from(payload)));
}

// docs/periodic.md, "Frames"
describe.each(DIALECTS)('a connection in the %s dialect', (dialect) => {
  it('is greeted with its id and answers what came with the registration', async () => {
    const { connect } = openServer();
    for (const role of ROLES) {
      const peer = connect({ dialect, role });
      expect([...(peer.greeting ?? [])]).toEqual([...(dialect === 'crc' ? [30] : []), 10, 11, 12, 13]);
    }
    const peer = connect({ dialect, role: 'client' });
    const ping = encodeMessage(dialect, MAGIC.request, 0xfffffffe, { name: 'PING' });
    for (const byte of ping) peer.send(Uint8Array.of(byte));
    expect(peer.told()).toEqual([peer.answer(0xfffffffe, { name: 'PONG' })]);
  });

  it('answers UNKNOWN to what it does not know or only a server says, and goes on', async () => {
    const { connect } = openServer();
    for (const role of ROLES) {
      const peer = connect({ dialect, role });
      const foreign = COMMAND_NAMES.filter((name) => name !== 'PING' && roleOf(name) === undefined).map(
        (name) => COMMAND[name] as number,
      );
      const numbers = [...foreign, 35, 255, ...(dialect === 'seed' ? [29, 30, 31, 32, 33, 34] : [])];
      for (const number of numbers) {
        peer.send(packet(dialect, [0, 0, 0, 1, number]));
        expect(peer.told()).toEqual([peer.answer(1, { name: 'UNKNOWN' })]);
      }
      expect(peer.closes).toEqual([]);
    }
  });

  it('is closed, with a name for it, by what cannot be read', () => {
    const { connect } = openServer();
    const closesAfter = (bytes: Uint8Array) => {
      const peer = connect({ dialect, role: 'client' });
      peer.send(bytes);
      peer.send(encodeMessage(dialect, MAGIC.request, 1, { name: 'PING' }));
      expect(peer.told()).toEqual([]);
      return peer.closes;
    };
    expect(closesAfter(Uint8Array.of(1))).toEqual(['bad-magic']);
    expect(closesAfter(packet(dialect, [0, 0, 0, 1]))).toEqual(['short-packet']);
    expect(closesAfter(packet(dialect, [0, 0, 0, 1, COMMAND.SUBMIT_JOB, 1]))).toEqual(['bad-arguments']);
    expect(closesAfter(Uint8Array.of(0, 0x52, 0x45, 0x51, 1, 0, 0, 1))).toEqual(['packet-too-large']);
  });

  it('is closed when it does not say in time who it is, whatever else it sends', async () => {
    const { exchange, clock } = openServer();
    const peer = new Peer(dialect, { exchange, nowMs: () => clock.nowMs, worker: 'w' });
    const first = encodeRegistration({ dialect, role: 'client', credentials: undefined });
    for (const byte of first.subarray(0, -1)) {
      clock.nowMs += PERIODIC_LIMITS.registrationMs / first.length;
      peer.send(Uint8Array.of(byte));
      peer.connection.tick();
    }
    expect(peer.closes).toEqual([]);
    clock.nowMs += PERIODIC_LIMITS.registrationMs / first.length + 1;
    peer.connection.tick();
    expect(peer.closes).toEqual(['silent']);
  });

  // docs/periodic.md, 7
  it('is closed when it is silent for the keepalive, which may change', async () => {
    const { connect, advance, clock } = openServer();
    const quiet = connect({ dialect, role: 'worker' });
    const lively = connect({ dialect, role: 'client' });
    expect(quiet.connection.nextDueMs).toBe(clock.nowMs + 300_000);
    await advance(299_999);
    await lively.ask(1, { name: 'PING' });
    expect(quiet.closes).toEqual([]);
    await advance(1);
    expect(quiet.closes).toEqual(['silent']);
    expect(lively.closes).toEqual([]);
    await lively.ask(2, { name: 'CONFIG_SET', key: 'keepalive', value: 5 });
    expect(lively.dueChanges).toBeGreaterThan(0);
    expect(lively.connection.nextDueMs).toBe(clock.nowMs + 5000);
    await lively.ask(3, { name: 'CONFIG_SET', key: 'keepalive', value: 0 });
    await advance(1e9);
    expect(lively.closes).toEqual([]);
  });

  it('lets nobody in who is not welcome', () => {
    const { connect } = openServer();
    const peer = connect({ dialect, role: 'client' }, { isWelcome: () => false });
    expect([peer.greeting, peer.closes]).toEqual([undefined, ['not-welcome']]);
  });

  it('is closed when the store cannot be reached', async () => {
    const { connect, store } = openServer();
    const peer = connect({ dialect, role: 'client' });
    store.status = () => Promise.reject(new Error('gone'));
    await peer.ask(1, { name: 'STATUS' });
    expect(peer.closes).toEqual(['store-unreachable']);
  });

  it('takes no more from its client while the store is slow', async () => {
    const { connect, store } = openServer();
    const peer = connect({ dialect, role: 'client' });
    const { submit } = store;
    const answers: (() => void)[] = [];
    store.submit = (job) => new Promise((resolve) => answers.push(() => resolve(submit.call(store, job))));
    const workload = new Uint8Array(PERIODIC_LIMITS.maxAskedBytes / 2);
    await peer.ask(1, { name: 'SUBMIT_JOB', job: someJob('a', { workload }) });
    expect(peer.holds).toEqual([]);
    await peer.ask(2, { name: 'SUBMIT_JOB', job: someJob('b', { workload }) });
    expect(peer.holds).toEqual([true]);
    for (const answer of answers.splice(0)) answer();
    await settle();
    expect(peer.holds).toEqual([true, false]);
    for (let id = 0; id < PERIODIC_LIMITS.maxAsked; id += 1) {
      peer.send(encodeMessage(dialect, MAGIC.request, id, { name: 'SUBMIT_JOB', job: someJob('a') }));
    }
    expect(peer.holds).toEqual([true, false, true]);
  });

  it('survives any messages and any bytes, and never sends after its close', async () => {
    const anyMessage = fc.constantFrom(...COMMAND_NAMES).chain(messageArbitrary);
    const piece = fc.oneof(
      { weight: 8, arbitrary: anyMessage.map((message) => encodeMessage(dialect, MAGIC.request, 7, message)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ROLES), fc.array(piece, { maxLength: 12 }), async (role, pieces) => {
        const { connect } = openServer();
        const peer = connect({ dialect, role });
        for (const bytes of pieces) {
          peer.send(bytes);
          if (peer.closes.length === 0) continue;
          peer.told();
          await settle();
          expect(peer.told()).toEqual([]);
        }
        await settle();
        expect(peer.closes.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a registration', () => {
  it('that is none closes the connection', () => {
    const { exchange, clock } = openServer();
    for (const payload of [[9], [1, 1], [3]]) {
      const peer = new Peer('crc', { exchange, nowMs: () => clock.nowMs, worker: 'w' });
      peer.send(packet('crc', payload));
      expect([peer.greeting, peer.closes]).toEqual([undefined, ['bad-registration']]);
    }
  });

  it('is passed on with its credentials', () => {
    const { connect } = openServer();
    const seen: unknown[] = [];
    const registration = { dialect: 'crc', role: 'worker', credentials: { name: 'n', token: 't' } } as const;
    connect(registration, { isWelcome: (given) => seen.push(given) > 0 });
    expect(seen).toEqual([registration]);
  });
});
