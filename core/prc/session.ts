import { Connection, type ConnectionEffect, type ConnectionInput } from './connection';
import type { Counter, Soon } from './counter';

/** The socket of one client, already upgraded. */
export interface Outlet {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/**
 * A connection joined to a counter and a socket: it carries out the effects and brings the counter's answers back.
 *
 * The owner of the socket calls these methods and keeps one timer for `tick`, set to `nextDueMs` after each
 * call and each answer (`dueChanged`).
 */
export class Session {
  private readonly connection: Connection;

  constructor(
    private readonly counter: Counter,
    private readonly outlet: Outlet,
    private readonly surroundings: {
      readonly nowMs: () => number;
      /** A number that no other session of this front gets. */
      readonly newTicket: () => number;
      /** Names this session; no other, on any front, has it. */
      readonly holder: string;
      /** Told of each answer to a START-REQUEST. */
      readonly answered?: (granted: boolean) => void;
      /** The moment of the next tick may have moved. */
      readonly dueChanged: () => void;
    },
  ) {
    this.connection = new Connection(surroundings.newTicket);
  }

  get nextDueMs(): number {
    return this.connection.nextDueMs;
  }

  opened(): void {
    this.step({ kind: 'opened' });
  }

  /** Binary frames are ignored (docs/parallel-requests.md, 2). */
  received(frame: string | Uint8Array): void {
    if (typeof frame === 'string') this.step({ kind: 'text', text: frame });
  }

  tick(): void {
    this.step({ kind: 'tick' });
  }

  closed(): void {
    this.step({ kind: 'closed' });
  }

  private step(input: ConnectionInput): void {
    const dueBefore = this.connection.nextDueMs;
    for (const effect of this.connection.step(input, this.surroundings.nowMs())) this.carryOut(effect);
    if (this.connection.nextDueMs !== dueBefore) this.surroundings.dueChanged();
  }

  private carryOut(effect: ConnectionEffect): void {
    switch (effect.kind) {
      case 'send':
        return this.outlet.send(effect.text);
      case 'close':
        return this.outlet.close(effect.code, effect.reason);
      case 'acquire': {
        const { request, ticket, requestType, limit, mayWait } = effect;
        const { holder, answered } = this.surroundings;
        const claim = {
          ticket,
          requestType,
          limit,
          mayWait,
          holder,
          ended: () => this.step({ kind: 'ended', request }),
        };
        return soon(this.counter.acquire(claim), (granted) => {
          answered?.(granted);
          this.step({ kind: 'acquired', request, granted });
        });
      }
      case 'release':
        return this.counter.release(effect.ticket);
      case 'count': {
        const { requestType } = effect;
        return soon(this.counter.count(requestType), (count) => this.step({ kind: 'counted', requestType, count }));
      }
      case 'count-all':
        return soon(this.counter.counts(), (counts) => this.step({ kind: 'counted-all', counts }));
    }
  }
}

function soon<T>(answer: Soon<T>, goOn: (answer: T) => void): void {
  if (answer instanceof Promise) void answer.then(goOn);
  else goOn(answer);
}
