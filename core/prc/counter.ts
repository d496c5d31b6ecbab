/** Now, or later. */
export type Soon<T> = T | Promise<T>;

/**
 * Where requests are counted: in memory for one front, shared for several.
 *
 * A **ticket** names one request; the caller gives each request a ticket it never used before on this counter. Calls
 * take effect in the order in which they are made, also when their answers arrive later. A **holder** is whoever has
 * requests open, a connection for instance, on one of the fronts.
 *
 * A counter that knows an answer gives it at once, without a promise: most of the work of a busy front would be promises.
 *
 * A request is counted from the moment its `acquire` is granted until its `release`. One that may wait stands in the
 * line of its type, first come first served: whenever the count falls, the first in the line whose limit leaves room is
 * granted. So nobody stands in a line who would be granted if they came now.
 */
export interface Counter {
  /**
   * True: granted and counted, because the count of the type was below the limit. False: refused, nothing is held. A
   * counter that cannot reach its store refuses: an outage must not break a limit. A promise never rejects.
   */
  acquire(claim: Claim): Soon<boolean>;
  /** Ends a granted request, takes a waiting one out of its line (its `acquire` is refused), ignores any other ticket. */
  release(ticket: number): void;
  /** 0 for an unknown type; undefined when the counts cannot be read now. */
  count(requestType: string): Soon<number | undefined>;
  /** Every type with a count above 0; undefined when the counts cannot be read now. */
  counts(): Soon<ReadonlyMap<string, number> | undefined>;
  /** Who holds what, on all fronts; undefined when it cannot be read now. */
  holdings(): Promise<readonly Holding[] | undefined>;
  /** Releases every granted request of this type that the holder has, on whichever front, and tells the holder. */
  end(holder: string, requestType: string): void;
}

export interface Claim {
  readonly ticket: number;
  readonly requestType: string;
  /** 0 is refused at once, also to a claim that would wait. */
  readonly limit: number;
  /** Stand in line instead of being refused. The caller ends the wait with `release`. */
  readonly mayWait: boolean;
  /** Without blanks; no other holder, on any front, has this name. */
  readonly holder: string;
  /** The granted request was ended by `end`: it is released already. */
  readonly ended?: (ticket: number) => void;
}

/** How many requests of a type one holder has open. */
export interface Holding {
  readonly holder: string;
  readonly requestType: string;
  readonly count: number;
}

/** Adds up single requests. */
export function sumHoldings(requests: Iterable<Pick<Holding, 'holder' | 'requestType'>>): Holding[] {
  const sums = new Map<string, Holding>();
  for (const { holder, requestType } of requests) {
    const key = `${holder} ${requestType}`;
    sums.set(key, { holder, requestType, count: (sums.get(key)?.count ?? 0) + 1 });
  }
  return [...sums.values()];
}
