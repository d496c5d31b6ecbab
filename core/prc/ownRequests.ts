import type { Counter } from './counter';

/** What the product itself counts, per client and across all fronts (docs/parallel-requests.md, 11). */
export type OwnRequestKind = 'http-render' | 'shell';

/** Begins the type of every request the product counts for itself. Clients of the controller should not use it. */
const OWN_PREFIX = 'asyground';

export function ownRequestType(kind: OwnRequestKind, client: string): string {
  return `${OWN_PREFIX}:${kind}:${client}`;
}

interface OwnRequest {
  readonly kind: OwnRequestKind;
  readonly client: string;
  /** An admin has ended it: it is counted no more, and what it stands for should end. */
  readonly ended: () => void;
  /** How long it may wait for another of its client to end; 0: it is refused at once. */
  readonly patienceSeconds: number;
}

type HoldOutcome = { readonly granted: true; readonly end: () => void } | { readonly granted: false };

export class OwnRequests {
  constructor(
    private readonly counter: Counter,
    private readonly options: {
      /** Names this front among the holders. */
      readonly front: string;
      /** A number that nobody else at this front gets. */
      readonly newTicket: () => number;
      /** How many of a kind one client may have open. */
      readonly limits: Readonly<Record<OwnRequestKind, number>>;
    },
  ) {}

  limitOf(kind: OwnRequestKind): number {
    return this.options.limits[kind];
  }

  /** Counts one; the caller calls `end` when it is over, whatever became of it. Once too often does no harm. */
  async hold({ kind, client, ended, patienceSeconds }: OwnRequest): Promise<HoldOutcome> {
    const ticket = this.options.newTicket();
    const mayWait = patienceSeconds > 0;
    // Whoever is taken out of the line is refused.
    const impatience = mayWait && setTimeout(() => this.counter.release(ticket), patienceSeconds * 1000);
    const granted = await this.counter.acquire({
      ticket,
      requestType: ownRequestType(kind, client),
      limit: this.limitOf(kind),
      mayWait,
      holder: `${this.options.front}.${kind}`,
      ended,
    });
    if (impatience) clearTimeout(impatience);
    return granted ? { granted, end: () => this.counter.release(ticket) } : { granted };
  }
}
