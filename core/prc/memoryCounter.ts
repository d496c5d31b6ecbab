import type { Claim, Counter } from './counter';

/** One request type in use. It is forgotten at count 0: nobody waits then, for every waiting limit is at least 1. */
interface Lane {
  readonly requestType: string;
  count: number;
  /** In order of arrival. */
  readonly line: Map<number, Waiter>;
}

interface Waiter {
  readonly limit: number;
  readonly answer: (granted: boolean) => void;
}

/** The counter of a single front: its counts live and die with the process (docs/parallel-requests.md, 9). */
export class MemoryCounter implements Counter {
  private readonly lanes = new Map<string, Lane>();
  /** The lane of every ticket that is counted or waits. */
  private readonly laneOfTicket = new Map<number, Lane>();

  acquire(claim: Claim): Promise<boolean> {
    const lane = this.lanes.get(claim.requestType) ?? { requestType: claim.requestType, count: 0, line: new Map() };
    if (lane.count < claim.limit) {
      lane.count += 1;
      this.keep(claim.ticket, lane);
      return Promise.resolve(true);
    }
    if (!claim.mayWait || claim.limit === 0) return Promise.resolve(false);
    this.keep(claim.ticket, lane);
    return new Promise((answer) => lane.line.set(claim.ticket, { limit: claim.limit, answer }));
  }

  release(ticket: number): void {
    const lane = this.laneOfTicket.get(ticket);
    if (lane === undefined) return;
    this.laneOfTicket.delete(ticket);
    const waiter = lane.line.get(ticket);
    if (waiter !== undefined) {
      lane.line.delete(ticket);
      waiter.answer(false);
    } else {
      lane.count -= 1;
      admit(lane);
    }
    if (lane.count === 0) this.lanes.delete(lane.requestType);
  }

  count(requestType: string): Promise<number> {
    return Promise.resolve(this.lanes.get(requestType)?.count ?? 0);
  }

  counts(): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map([...this.lanes.values()].map((lane) => [lane.requestType, lane.count])));
  }

  private keep(ticket: number, lane: Lane): void {
    this.lanes.set(lane.requestType, lane);
    this.laneOfTicket.set(ticket, lane);
  }
}

function admit(lane: Lane): void {
  for (const [ticket, waiter] of lane.line) {
    if (lane.count >= waiter.limit) continue;
    lane.count += 1;
    lane.line.delete(ticket);
    waiter.answer(true);
  }
}
