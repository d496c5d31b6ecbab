/**
 * Where requests are counted: in memory for one front, shared for several.
 *
 * A **ticket** names one request; the caller gives each request a ticket it never used before on this counter. Calls
 * take effect in the order in which they are made, also when their answers arrive later.
 *
 * A request is counted from the moment its `acquire` is granted until its `release`. One that may wait stands in the
 * line of its type, first come first served: whenever the count falls, the first in the line whose limit leaves room is
 * granted. So nobody stands in a line who would be granted if they came now.
 */
export interface Counter {
  /**
   * True: granted and counted, because the count of the type was below the limit. False: refused, nothing is held. A
   * counter that cannot reach its store refuses: an outage must not break a limit. The promise never rejects.
   */
  acquire(claim: Claim): Promise<boolean>;
  /** Ends a granted request, takes a waiting one out of its line (its `acquire` is refused), ignores any other ticket. */
  release(ticket: number): void;
  /** 0 for an unknown type; undefined when the counts cannot be read now. */
  count(requestType: string): Promise<number | undefined>;
  /** Every type with a count above 0; undefined when the counts cannot be read now. */
  counts(): Promise<ReadonlyMap<string, number> | undefined>;
}

export interface Claim {
  readonly ticket: number;
  readonly requestType: string;
  /** 0 is refused at once, also to a claim that would wait. */
  readonly limit: number;
  /** Stand in line instead of being refused. The caller ends the wait with `release`. */
  readonly mayWait: boolean;
}
