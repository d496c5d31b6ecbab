import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseClientText } from '@/core/asyonline/clientMessages';
import { protocolFeatures } from '@/core/asyonline/protocols';
import { Session } from '@/core/asyonline/session';

/** What one message of a client costs the front in CPU time, without the socket. Run: `npx tsx bench/session.ts`. */

export interface SessionCost {
  /** Text frame to checked message. */
  readonly parseMicroseconds: number;
  /** A frame through the whole session, hashing left out. */
  readonly frameMicroseconds: number;
}

const FEATURES = protocolFeatures('asyonline.asy+restore');
const SOURCE = new TextEncoder().encode('size(5cm); draw(unitcircle); dot((0,0));\n'.repeat(25));
const HASH = createHash('sha256').update(SOURCE).digest('hex');

const TEXTS = [
  `add {"filename":"main.asy","hash":"${HASH}"}`,
  `add {"filename":"module.asy","hash":"${HASH}","restore":true}`,
  'options {"duration":3.0,"format":"svg","stderrRedir":false,"verbosity":1}',
  'start {"main":"main.asy"}',
];

/** Median of the rounds: the machine is shared, and a mean would measure its neighbours. */
export function measureSession(rounds = 25, sessionsPerRound = 2000): SessionCost {
  return {
    parseMicroseconds: median(rounds, sessionsPerRound * TEXTS.length, () => {
      for (let n = 0; n < sessionsPerRound; n += 1) for (const text of TEXTS) parseClientText(text, FEATURES);
    }),
    // Five frames: the four texts, and the bytes of the first.
    frameMicroseconds: median(rounds, sessionsPerRound * (TEXTS.length + 1), () => {
      for (let n = 0; n < sessionsPerRound; n += 1) runSession();
    }),
  };
}

function runSession(): void {
  const session = new Session({ features: FEATURES, sha256: () => HASH, now: 0 });
  for (const text of TEXTS) {
    session.handle({ type: 'text', text }, 0);
    if (text === TEXTS[0]) session.handle({ type: 'binary', bytes: SOURCE }, 0);
  }
}

function median(rounds: number, messagesPerRound: number, round: () => void): number {
  const costs: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const before = performance.now();
    round();
    costs.push(((performance.now() - before) * 1000) / messagesPerRound);
  }
  return costs.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { parseMicroseconds, frameMicroseconds } = measureSession();
  console.log(`parsing a message      ${parseMicroseconds.toFixed(2)} µs`);
  console.log(`a frame in the session ${frameMicroseconds.toFixed(2)} µs`);
}
