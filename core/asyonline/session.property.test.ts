import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { failure } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import type { SessionInput } from './events';
import { protocolFeatures, type Protocol } from './protocols';
import { Session } from './session';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './sessionLimits';
import { sha256, toBytes } from './testing/conversation';
import { Referee } from './testing/referee';

/** Small enough for random sequences to reach each of them. */
const LIMITS: SessionLimits = {
  ...DEFAULT_SESSION_LIMITS,
  maxFiles: 3,
  maxSourceBytes: 20,
  maxTextUnits: 200,
  maxOutputBytes: 12,
  maxOutputFrameBytes: 4,
  maxResultBytes: 6,
  maxEarlyInputBytes: 6,
};

const PROTOCOLS: Protocol[] = [
  'asyonline.asy',
  'asyonline.asy+restore',
  'asyonline.asy.interactive',
  'asyonline.asy.interactive+restore',
];

const CONTENTS = ['', 'a', 'bcdef', 'ghijklmnop'];
const STORE = new Map(CONTENTS.map((text) => [sha256(text), toBytes(text)]));

const bytes = fc.constantFrom(...CONTENTS).map(toBytes);
const filename = fc.constantFrom('main.asy', 'b.asy', 'c.csv', 'd.asy', '../e.asy', 'x'.repeat(130));
const hash = fc.constantFrom(...STORE.keys(), 'AB'.repeat(32), 'short');

const addText = fc
  .record({ filename, hash, restore: fc.boolean() }, { requiredKeys: ['filename'] })
  .map((args) => `add ${JSON.stringify(args)}`);
const optionsText = fc
  .record(
    { duration: fc.constantFrom(-1, 0, 0.5, 3, 100, null, '3'), format: fc.constantFrom('svg', 'png', 'gif') },
    { requiredKeys: [] },
  )
  .map((args) => `options ${JSON.stringify(args)}`);
const startText = fc.constantFrom('start {"main":"main.asy"}', 'start', 'start {"main":"c.csv"}');
const inputText = fc.constantFrom('input', 'input {}', 'input {"signal":"INT"}', 'input {"signal":1}');
const anyText = fc.oneof(fc.string(), fc.string({ minLength: 201, maxLength: 210 }), fc.constant('add [1]'));

const outcome: fc.Arbitrary<Outcome> = fc.constantFrom<Outcome>(
  { kind: 'success' },
  { kind: 'time-limit', durationSeconds: 3 },
  { kind: 'failed' },
  { kind: 'halted' },
  { kind: 'server-error' },
);

/** Everything that can happen, most often what leads somewhere. */
const fromClient: fc.Arbitrary<SessionInput[]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.oneof(addText, inputText), bytes).map(([text, payload]): SessionInput[] => [
      { type: 'text', text },
      { type: 'binary', bytes: payload },
    ]),
  },
  { weight: 2, arbitrary: addText.map((text): SessionInput[] => [{ type: 'text', text }]) },
  { weight: 3, arbitrary: optionsText.map((text): SessionInput[] => [{ type: 'text', text }]) },
  { weight: 4, arbitrary: startText.map((text): SessionInput[] => [{ type: 'text', text }]) },
  { weight: 1, arbitrary: anyText.map((text): SessionInput[] => [{ type: 'text', text }]) },
  { weight: 1, arbitrary: bytes.map((payload): SessionInput[] => [{ type: 'binary', bytes: payload }]) },
  { weight: 1, arbitrary: fc.constant<SessionInput[]>([{ type: 'client-closed' }]) },
);

const fromTask: fc.Arbitrary<SessionInput> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SessionInput>({ type: 'started' }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(-1, 0, 1, 2, NaN)
      .map((estimateSeconds): SessionInput => ({ type: 'queue', estimateSeconds })),
  },
  {
    weight: 4,
    arbitrary: bytes.map((payload): SessionInput => ({ type: 'output', stream: 'stderr', bytes: payload })),
  },
  { weight: 2, arbitrary: bytes.map((payload): SessionInput => ({ type: 'result', format: 'svg', bytes: payload })) },
  { weight: 1, arbitrary: fc.constant<SessionInput>({ type: 'requeued' }) },
  { weight: 1, arbitrary: outcome.map((ended): SessionInput => ({ type: 'ended', outcome: ended })) },
  { weight: 1, arbitrary: fc.constant<SessionInput>({ type: 'denied', failure: failure('overloaded', 'No.') }) },
);

const fromUs: fc.Arbitrary<SessionInput> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<SessionInput>({ type: 'tick' }) },
  {
    weight: 4,
    arbitrary: fc.subarray([...STORE]).map((found): SessionInput => ({
      type: 'contents-found',
      contents: new Map(found),
    })),
  },
  { weight: 1, arbitrary: fc.constantFrom<SessionInput>({ type: 'shutting-down' }, { type: 'broken' }) },
);

/** A client that knows the protocol: random mistakes alone would end most sessions before they get anywhere. */
const polite: fc.Arbitrary<SessionInput[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('main.asy', 'b.asy', 'c.csv', 'd.asy'), fc.constantFrom(...CONTENTS), fc.boolean())
      .map(([name, text, isHashed]): SessionInput[] => [
        { type: 'text', text: `add ${JSON.stringify({ filename: name, hash: isHashed ? sha256(text) : null })}` },
        { type: 'binary', bytes: toBytes(text) },
      ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('main.asy', 'b.asy', 'd.asy'), fc.constantFrom(...STORE.keys()))
      .map(([name, known]): SessionInput[] => [
        { type: 'text', text: `add ${JSON.stringify({ filename: name, hash: known, restore: true })}` },
      ]),
  },
  { weight: 1, arbitrary: fc.constant<SessionInput[]>([{ type: 'text', text: 'start {"main":"main.asy"}' }]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<[string, Uint8Array][]>([], [...STORE].slice(2), [...STORE])
      .map((found): SessionInput[] => [{ type: 'contents-found', contents: new Map(found) }]),
  },
);

function steps(inputs: fc.Arbitrary<SessionInput[]>, maxLength: number) {
  const waitMs = fc.constantFrom(0, 1, 300, 1000, 59_999, 600_000);
  return fc.array(fc.record({ inputs, waitMs }), { maxLength, size: 'max' });
}

const anySteps = steps(
  fc.oneof(
    { weight: 5, arbitrary: fromClient },
    { weight: 3, arbitrary: fromTask.map((input) => [input]) },
    { weight: 2, arbitrary: fromUs.map((input) => [input]) },
  ),
  40,
);
const taskSteps = steps(
  fromTask.map((input) => [input]),
  20,
);
const sequence = fc.oneof(
  anySteps,
  steps(polite, 30),
  fc.tuple(steps(polite, 12), taskSteps, anySteps).map((parts) => parts.flat()),
);

/** Half of the sequences begin in stage 2. */
const prologue: SessionInput[] = [
  { type: 'text', text: 'add {"filename":"main.asy"}' },
  { type: 'binary', bytes: toBytes('a') },
  { type: 'text', text: 'start {"main":"main.asy"}' },
];

class Run {
  now = 0;
  readonly referee = new Referee(LIMITS);
  readonly session: Session;

  constructor(protocol: Protocol) {
    this.session = new Session({ features: protocolFeatures(protocol), sha256, now: 0, limits: LIMITS });
  }

  give(input: SessionInput): void {
    const effects = this.session.handle(input, this.now);
    this.referee.watch(input, effects, this.now);
    expect(this.session.isClosed).toBe(this.referee.isClosed);
  }

  /** Does what everybody around a session owes it, and no more. */
  settle(): void {
    if (this.session.isClosed) return;
    if (this.referee.lookupsOpen > 0) this.give({ type: 'contents-found', contents: STORE });
    if (this.referee.submits > 0) {
      this.give({ type: 'ended', outcome: { kind: 'failed' } });
    } else {
      this.now = this.session.deadline ?? NaN;
      this.give({ type: 'tick' });
    }
  }
}

describe('a session under any sequence of inputs', () => {
  it('keeps every rule, and always comes to an end with an answer', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS), fc.boolean(), sequence, (protocol, isStarted, moments) => {
        const run = new Run(protocol);
        if (isStarted) prologue.forEach((input) => run.give(input));
        for (const { inputs, waitMs } of moments) {
          run.now += waitMs;
          inputs.forEach((input) => run.give(input));
        }
        run.settle();
        run.settle();
        expect(run.session.isClosed).toBe(true);
        expect(run.session.deadline).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same answers to the same inputs', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS), sequence, (protocol, moments) => {
        const [one, two] = [new Run(protocol), new Run(protocol)].map(({ session }) =>
          moments.flatMap(({ inputs }) => inputs.flatMap((input) => session.handle(input, 0))),
        );
        expect(one).toEqual(two);
      }),
      { numRuns: 200 },
    );
  });

  it('has nothing left to do after a tick at its deadline', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS), sequence, (protocol, moments) => {
        const run = new Run(protocol);
        prologue.forEach((input) => run.give(input));
        for (const { inputs } of moments) {
          inputs.forEach((input) => run.give(input));
          const { deadline } = run.session;
          if (deadline === undefined) continue;
          run.now = Math.max(run.now, deadline);
          run.give({ type: 'tick' });
          expect(run.session.deadline).not.toBe(deadline);
        }
      }),
      { numRuns: 200 },
    );
  });
});
