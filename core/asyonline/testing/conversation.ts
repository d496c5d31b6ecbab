import { createHash } from 'node:crypto';
import { protocolFeatures, type Protocol } from '../protocols';
import { Session } from '../session';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '../sessionLimits';
import type { SessionEffect, SessionInput } from '../events';

/** A client and a front in one test: says things to a session at a clock of its own and keeps what came of it. */
export class Conversation {
  now = 0;
  readonly effects: SessionEffect[] = [];
  readonly session: Session;

  constructor(protocol: Protocol = 'asyonline.asy', limits: Partial<SessionLimits> = {}) {
    this.session = new Session({
      features: protocolFeatures(protocol),
      sha256,
      now: this.now,
      limits: { ...DEFAULT_SESSION_LIMITS, ...limits },
    });
  }

  /** The effects of this one input. */
  give(input: SessionInput): SessionEffect[] {
    const effects = this.session.handle(input, this.now);
    this.effects.push(...effects);
    return effects;
  }

  /** A text frame and, if given, the binary frame after it. */
  say(text: string, bytes?: string | Uint8Array): SessionEffect[] {
    const effects = this.give({ type: 'text', text });
    return bytes === undefined ? effects : [...effects, ...this.give({ type: 'binary', bytes: toBytes(bytes) })];
  }

  /** Adds `main.asy` and starts it. */
  start(): SessionEffect[] {
    this.say('add {"filename":"main.asy"}', 'dot((0,0));');
    return this.say('start {"main":"main.asy"}');
  }

  /** Lets the time pass to a moment, ticking as the deadlines come. */
  passTo(now: number): void {
    let deadline = this.session.deadline;
    while (deadline !== undefined && deadline <= now) {
      this.now = deadline;
      this.give({ type: 'tick' });
      if (this.session.deadline === deadline) throw new Error('a tick at the deadline changed nothing');
      deadline = this.session.deadline;
    }
    this.now = now;
  }

  /** The texts sent so far. */
  get texts(): string[] {
    return this.effects.flatMap((effect) => (effect.type === 'send' ? [effect.text] : []));
  }

  of<Type extends SessionEffect['type']>(type: Type): Extract<SessionEffect, { type: Type }>[] {
    return this.effects.filter((effect): effect is Extract<SessionEffect, { type: Type }> => effect.type === type);
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

/** The words of a denial, if these effects are one: exactly one `deny`, an abort if there is a task, and the close. */
export function denialOf(effects: readonly SessionEffect[]): string | undefined {
  const [send, ...rest] = effects.filter((effect) => effect.type !== 'abort');
  if (send?.type !== 'send' || !send.text.startsWith('deny ')) return undefined;
  if (rest.length !== 1 || rest[0]?.type !== 'close' || rest[0].code !== 1000) return undefined;
  return (JSON.parse(send.text.slice('deny '.length)) as { error: string }).error;
}
