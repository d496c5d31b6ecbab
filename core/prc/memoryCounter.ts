import { sumHoldings, type Claim, type Counter, type Holding, type Soon } from './counter';

/** One request type in use. It is forgotten at count 0: nobody waits then, for every waiting limit is at least 1. */
interface Lane {
  readonly requestType: string;
  count: number;
  /** In order of arrival; undefined until somebody has to wait. */
  line: Map<number, Waiter> | undefined;
}

interface Waiter {
  readonly limit: number;
  readonly answer: (granted: boolean) => void;
}

/** The counter of a single front: its counts live and die with the process (docs/parallel-requests.md, 9). */
export class MemoryCounter implements Counter {
  private readonly lanes = new Map<string, Lane>();
  /** Every ticket that is counted or waits. */
  private readonly open = new Map<number, { readonly lane: Lane; readonly claim: Claim }>();

  acquire(claim: Claim): Soon<boolean> {
    const known = this.lanes.get(claim.requestType);
    const lane = known ?? { requestType: claim.requestType, count: 0, line: undefined };
    if (lane.count < claim.limit) {
      lane.count += 1;
      if (known === undefined) this.lanes.set(lane.requestType, lane);
      this.open.set(claim.ticket, { lane, claim });
      return true;
    }
    if (!claim.mayWait || claim.limit === 0) return false;
    this.open.set(claim.ticket, { lane, claim });
    const line = (lane.line ??= new Map());
    return new Promise((answer) => line.set(claim.ticket, { limit: claim.limit, answer }));
  }

  release(ticket: number): void {
    const lane = this.open.get(ticket)?.lane;
    if (lane === undefined) return;
    this.open.delete(ticket);
    const waiter = lane.line?.get(ticket);
    if (waiter !== undefined) {
      lane.line?.delete(ticket);
      waiter.answer(false);
    } else {
      lane.count -= 1;
      admit(lane);
    }
    if (lane.count === 0) this.lanes.delete(lane.requestType);
  }

  count(requestType: string): number {
    return this.lanes.get(requestType)?.count ?? 0;
  }

  counts(): ReadonlyMap<string, number> {
    return new Map([...this.lanes.values()].map((lane) => [lane.requestType, lane.count]));
  }

  holdings(): Promise<readonly Holding[]> {
    return Promise.resolve(sumHoldings(this.granted()));
  }

  end(holder: string, requestType: string): void {
    const own = this.granted().filter((claim) => claim.holder === holder && claim.requestType === requestType);
    for (const { ticket, ended } of own) {
      this.release(ticket);
      ended?.(ticket);
    }
  }

  private granted(): Claim[] {
    return [...this.open.values()].filter(({ lane, claim }) => !lane.line?.has(claim.ticket)).map(({ claim }) => claim);
  }
}

function admit(lane: Lane): void {
  const { line } = lane;
  if (line === undefined) return;
  for (const [ticket, waiter] of line) {
    if (lane.count >= waiter.limit) continue;
    lane.count += 1;
    line.delete(ticket);
    waiter.answer(true);
  }
}
