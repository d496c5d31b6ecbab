import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryCounter } from './memoryCounter';
import { readReply } from './testing/readReply';
import { Session } from './session';

/** A controller with a clock in the test's hand and clients that remember what they were told. */
function controller() {
  const counter = new MemoryCounter();
  const clock = { nowMs: 0 };
  let ticket = 0;
  let holders = 0;
  const connect = () => {
    const sent: string[] = [];
    const closes: number[] = [];
    let dueChanges = 0;
    const outlet = { send: (text: string) => sent.push(text), close: (code: number) => closes.push(code) };
    const session = new Session(counter, outlet, {
      nowMs: () => clock.nowMs,
      newTicket: () => ++ticket,
      holder: `c${++holders}`,
      dueChanged: () => (dueChanges += 1),
    });
    session.opened();
    return { session, sent, closes, dueChanges: () => dueChanges };
  };
  return { counter, clock, connect };
}

/** Lets every answered promise of the in-memory counter arrive. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function start(id: string, limit: number, more = ''): string {
  return `START-REQUEST\nRequest-ID:${id}\nRequest-Type:t\nRequest-Limit:${limit}\n${more}`;
}

function acks(sent: string[]): string[] {
  return sent.filter((text) => text.startsWith('START-REQUEST-ACK')).map((text) => text.trim().slice(-5));
}

describe('a session', () => {
  it('acknowledges, counts and ends, and answers in the order it was asked', async () => {
    const { connect } = controller();
    const { session, sent } = connect();
    const count = 'GET-REQUEST-COUNT\nRequest-Type:t';
    for (const text of [start('1', 1), count, start('2', 1), 'END-REQUEST\nRequest-ID:1', count])
      session.received(text);
    await settle();
    expect(sent).toEqual([
      'HEARTBEAT\n',
      'START-REQUEST-ACK\nRequest-ID:1\nRequest-Limit-Reached:FALSE\n',
      'REQUEST-COUNT\nRequest-Type:t\nRequest-Count:1\n',
      'START-REQUEST-ACK\nRequest-ID:2\nRequest-Limit-Reached:TRUE\n',
      'REQUEST-COUNT\nRequest-Type:t\nRequest-Count:0\n',
    ]);
  });

  it('forgets a request that an admin ends: its id is free, and ending it lowers nobody', async () => {
    const { connect, counter } = controller();
    const { session, sent } = connect();
    const other = connect();
    session.received(start('1', 2));
    other.session.received(start('1', 2));
    await settle();
    counter.end('c1', 't');
    expect(await counter.count('t')).toBe(1);
    for (const text of ['END-REQUEST\nRequest-ID:1', start('1', 2)]) session.received(text);
    await settle();
    expect(acks(sent)).toEqual(['FALSE', 'FALSE']);
    expect(await counter.holdings()).toEqual([
      { holder: 'c2', requestType: 't', count: 1 },
      { holder: 'c1', requestType: 't', count: 1 },
    ]);
  });

  // docs/parallel-requests.md, 2
  it('ignores binary frames', async () => {
    const { connect } = controller();
    const { session, sent } = connect();
    session.received(new TextEncoder().encode('GET-ALL-COUNTS'));
    await settle();
    expect(sent).toEqual(['HEARTBEAT\n']);
  });

  // docs/parallel-requests.md, 5: ids are per connection
  it('lets two connections use the same id', async () => {
    const { connect } = controller();
    const [one, two] = [connect(), connect()];
    one.session.received(start('1', 2));
    two.session.received(start('1', 2));
    await settle();
    expect([...acks(one.sent), ...acks(two.sent)]).toEqual(['FALSE', 'FALSE']);
  });

  // docs/parallel-requests.md, 6: a known server lowers the count here and lets the limit be broken
  it('keeps the limit when a client with a refused request disconnects', async () => {
    const { connect } = controller();
    const [one, two, three] = [connect(), connect(), connect()];
    one.session.received(start('1', 1));
    two.session.received(start('1', 1));
    await settle();
    two.session.closed();
    three.session.received(start('1', 1));
    await settle();
    expect(acks(three.sent)).toEqual([':TRUE']);
  });

  // docs/parallel-requests.md, 10
  it('grants a waiting request when another connection closes, and tells its owner of due moments', async () => {
    const { clock, connect } = controller();
    const [one, two] = [connect(), connect()];
    one.session.received(start('1', 1));
    two.session.received(start('1', 1, 'Wait-Timeout:1000\nHold-Timeout:50'));
    await settle();
    expect(acks(two.sent)).toEqual([]);
    expect(two.session.nextDueMs).toBe(1000);
    expect(two.dueChanges()).toBe(2);
    one.session.closed();
    clock.nowMs = 10;
    await settle();
    expect(acks(two.sent)).toEqual(['FALSE']);
    expect(two.session.nextDueMs).toBe(60);
    clock.nowMs = 60;
    two.session.tick();
    two.session.received('GET-ALL-COUNTS');
    await settle();
    expect(two.sent.at(-1)).toBe('ALL-COUNTS\nRequest-Counts:{}\n');
  });
});

type Action =
  | {
      readonly kind: 'start';
      readonly limit: number;
      readonly waitMs: number;
      readonly holdMs: number;
    }
  | { readonly kind: 'end' | 'close' | 'settle' }
  | { readonly kind: 'pass'; readonly milliseconds: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      limit: fc.integer({ min: 0, max: 3 }),
      waitMs: fc.constantFrom(0, 0, 20),
      holdMs: fc.constantFrom(0, 0, 30),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 40 }) }),
  },
);

describe('any interleaving of connections', () => {
  it('counts the open accepted requests, keeps each limit, and returns to zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(action, fc.nat(2), fc.nat(3)), { maxLength: 60 }), async (actions) => {
        const { counter, clock, connect } = controller();
        const clients = [connect(), connect(), connect()];
        /** What each client may believe: the ids that were granted to it and that neither it nor time has ended. */
        const believed = clients.map(() => new Map<string, { limit: number; untilMs: number }>());
        const asked = clients.map(() => new Map<string, { limit: number; holdMs: number }>());
        const read = clients.map(() => 0);
        const total = () => believed.reduce((sum, open) => sum + open.size, 0);

        const listen = async () => {
          await settle();
          clients.forEach(({ sent }, index) => {
            for (; (read[index] ?? 0) < sent.length; read[index] = (read[index] ?? 0) + 1) {
              const { type, parameters } = readReply(sent[read[index] ?? 0] ?? '');
              const id = parameters.get('Request-ID') ?? '';
              const question = asked[index]?.get(id);
              if (type !== 'START-REQUEST-ACK' || question === undefined) continue;
              asked[index]?.delete(id);
              if (parameters.get('Request-Limit-Reached') === 'TRUE') continue;
              const { limit, holdMs } = question;
              const untilMs = clock.nowMs + (holdMs || Infinity);
              believed[index]?.set(id, { limit, untilMs });
            }
          });
          expect(await counter.count('t')).toBe(total());
          // The last one granted found room below its limit, and the count has only fallen since.
          const largestLimit = Math.max(0, ...believed.flatMap((open) => [...open.values()].map(({ limit }) => limit)));
          expect(total()).toBeLessThanOrEqual(largestLimit);
        };

        for (const [step, who, idNumber] of actions) {
          const client = clients[who];
          if (client === undefined) continue;
          const id = String(idNumber);
          switch (step.kind) {
            case 'start': {
              // A refusal frees its id at once, whether or not the client has read it.
              await listen();
              const isFree = !asked[who]?.has(id) && !believed[who]?.has(id);
              if (isFree && client.closes.length === 0) asked[who]?.set(id, step);
              const more = `Wait-Timeout:${step.waitMs}\nHold-Timeout:${step.holdMs}`;
              client.session.received(start(id, step.limit, more));
              break;
            }
            case 'end':
              await listen();
              client.session.received(`END-REQUEST\nRequest-ID:${id}`);
              asked[who]?.delete(id);
              believed[who]?.delete(id);
              break;
            case 'close':
              await listen();
              client.session.closed();
              client.closes.push(1000);
              asked[who]?.clear();
              believed[who]?.clear();
              break;
            case 'pass':
              await listen();
              clock.nowMs += step.milliseconds;
              for (const open of believed) {
                for (const [held, { untilMs }] of open) {
                  if (untilMs <= clock.nowMs) open.delete(held);
                }
              }
              for (const { session } of clients) session.tick();
              break;
            case 'settle':
              await listen();
          }
        }
        await listen();
        for (const { session } of clients) session.closed();
        expect(await counter.counts()).toEqual(new Map());
      }),
    );
  });
});
