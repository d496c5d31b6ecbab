import type { Counter } from './counter';

/** What the product itself counts, per client and across all fronts (docs/parallel-requests.md, 11). */
export type OwnRequestKind = 'http-render' | 'shell';

/** Begins the type of every request the product counts for itself. Clients of the controller should not use it. */
const OWN_PREFIX = 'asyground';

export function ownRequestType(kind: OwnRequestKind, client: string): string {
  return `${OWN_PREFIX}:${kind}:${client}`;
}

export type HoldOutcome = { readonly granted: true; readonly end: () => void } | { readonly granted: false };

/** Counts one render or shell of a client; the caller calls `end` when it is over, whatever became of it. */
export async function holdOwnRequest(
  counter: Counter,
  request: { readonly kind: OwnRequestKind; readonly client: string; readonly limit: number; readonly ticket: number },
): Promise<HoldOutcome> {
  const { ticket, limit } = request;
  const requestType = ownRequestType(request.kind, request.client);
  if (!(await counter.acquire({ ticket, requestType, limit, mayWait: false }))) return { granted: false };
  return { granted: true, end: () => counter.release(ticket) };
}
