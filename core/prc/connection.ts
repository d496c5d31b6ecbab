import type { Claim } from './counter';
import { PRC_LIMITS } from './limits';
import { parseMessage, type Message } from './message';
import { allCounts, errorMessage, HEARTBEAT, requestCount, startRequestAck } from './reply';
import { readRequired, readStartRequest, type StartRequest } from './startRequest';

/**
 * One connection of a client, from its upgrade to its close (docs/parallel-requests.md, 2 and 5 to 10).
 *
 * The connection is **open** from `opened` until it decides to close or is told that it was closed; after that nothing
 * has any effect. While it is open:
 *
 * A request is **asked** when a good START-REQUEST came and the counter has not answered; its id is taken.
 *   - granted: ACK with FALSE; the request is open.
 *   - refused: ACK with TRUE; the request is gone and its id free.
 *   - its Wait-Timeout passes: it is released, ACK with TRUE, gone, its id free; a later answer is ignored.
 *   - END-REQUEST: it is released and its id free, but it stays **ended** until the answer, which is still passed on:
 *     every START-REQUEST gets one ACK or one ERROR, also from clients that do not wait for the ACK.
 * A request is **open** until END-REQUEST or until its Hold-Timeout, counted from the ACK, passes: it is released and
 * gone, without a word. An admin may end it as well; then it is released already, and gone without a word too.
 * At the close everything asked or open is released; nothing is sent for it.
 *
 * Time enters only as `nowMs` of each input. The caller owes a `tick` at `nextDueMs`; a late or a
 * needless tick does no harm.
 */
export class Connection {
  private state: 'new' | 'open' | 'closed' = 'new';
  /** Every asked or open request. */
  private readonly requestById = new Map<string, Request>();
  /** Those with a Wait-Timeout or Hold-Timeout under way. */
  private readonly timed = new Set<Request>();
  private nextHeartbeatMs = 0;
  private silentSinceMs = 0;
  private dueMs = Infinity;

  /** `newTicket` gives a number that no other connection of this front gets. */
  constructor(private readonly newTicket: () => number) {}

  /** Never later than the next moment at which a tick would do something. */
  get nextDueMs(): number {
    return this.dueMs;
  }

  step(input: ConnectionInput, nowMs: number): ConnectionEffect[] {
    if (this.state === 'new' && input.kind === 'opened') return this.open(nowMs);
    if (this.state !== 'open') return [];
    switch (input.kind) {
      case 'opened':
        return [];
      case 'text':
        return isTooLong(input.text) ? this.close(1009, 'Message too long.') : this.receive(input.text, nowMs);
      case 'acquired':
        return this.acquired(input.request, input.granted, nowMs);
      case 'ended':
        return this.ended(input.request);
      case 'counted':
        return [{ kind: 'send', text: this.countReply(input.count, (n) => requestCount(input.requestType, n)) }];
      case 'counted-all':
        return [{ kind: 'send', text: this.countReply(input.counts, allCounts) }];
      case 'tick':
        return this.tick(nowMs);
      case 'closed':
        return this.end();
    }
  }

  private open(nowMs: number): ConnectionEffect[] {
    this.state = 'open';
    this.silentSinceMs = nowMs;
    this.nextHeartbeatMs = nowMs + PRC_LIMITS.heartbeatIntervalMs;
    this.dueMs = this.nextHeartbeatMs;
    return [{ kind: 'send', text: HEARTBEAT }];
  }

  private receive(text: string, nowMs: number): ConnectionEffect[] {
    const message = parseMessage(text);
    switch (message.type) {
      case 'HEARTBEAT':
        this.silentSinceMs = nowMs;
        return [];
      case 'START-REQUEST':
        return this.start(message, nowMs);
      case 'END-REQUEST':
        return this.endRequest(message);
      case 'GET-REQUEST-COUNT': {
        const requestType = readRequired(message, 'Request-Type');
        return requestType.ok ? [{ kind: 'count', requestType: requestType.value }] : protocolError(requestType.text);
      }
      case 'GET-ALL-COUNTS':
        return [{ kind: 'count-all' }];
      default:
        return [];
    }
  }

  private start(message: Message, nowMs: number): ConnectionEffect[] {
    const read = readStartRequest(message);
    if (!read.ok) return protocolError(read.text);
    const start = read.value;
    if (this.requestById.has(start.requestId)) {
      const text = 'A request with this Request-ID is open on this connection. The first one goes on.';
      return [{ kind: 'send', text: errorMessage('REQUEST_ID_DUPLICATED', text) }];
    }
    const request: Request = { start, ticket: this.newTicket(), state: 'asked', untilMs: Infinity };
    this.requestById.set(start.requestId, request);
    this.limitTime(request, start.waitMs, nowMs);
    const { requestType, limit } = start;
    return [{ kind: 'acquire', request, ticket: request.ticket, requestType, limit, mayWait: start.waitMs > 0 }];
  }

  private acquired(request: Request, granted: boolean, nowMs: number): ConnectionEffect[] {
    if (request.state === 'open' || request.state === 'gone') return [];
    if (request.state === 'ended') {
      request.state = 'gone';
    } else if (granted) {
      request.state = 'open';
      if (request.untilMs !== Infinity) this.timed.delete(request);
      this.limitTime(request, request.start.holdMs, nowMs);
    } else {
      this.forget(request);
    }
    return [{ kind: 'send', text: startRequestAck(request.start.requestId, !granted) }];
  }

  private ended(request: Request): ConnectionEffect[] {
    if (request.state === 'open') this.forget(request);
    return [];
  }

  private endRequest(message: Message): ConnectionEffect[] {
    const requestId = readRequired(message, 'Request-ID');
    if (!requestId.ok) return protocolError(requestId.text);
    const request = this.requestById.get(requestId.value);
    if (request === undefined) return [];
    const wasAsked = request.state === 'asked';
    this.forget(request);
    if (wasAsked) request.state = 'ended';
    return [{ kind: 'release', ticket: request.ticket }];
  }

  private tick(nowMs: number): ConnectionEffect[] {
    const silentUntil = this.silentSinceMs + PRC_LIMITS.maxSilenceMs;
    if (nowMs >= silentUntil) return this.close(1008, 'No HEARTBEAT message.');
    const effects: ConnectionEffect[] = [];
    let due = silentUntil;
    if (nowMs >= this.nextHeartbeatMs) {
      effects.push({ kind: 'send', text: HEARTBEAT });
      this.nextHeartbeatMs = nowMs + PRC_LIMITS.heartbeatIntervalMs;
    }
    due = Math.min(due, this.nextHeartbeatMs);
    for (const request of this.timed) {
      if (nowMs >= request.untilMs) effects.push(...this.runOut(request));
      else due = Math.min(due, request.untilMs);
    }
    this.dueMs = due;
    return effects;
  }

  private runOut(request: Request): ConnectionEffect[] {
    const release: ConnectionEffect = { kind: 'release', ticket: request.ticket };
    const wasAsked = request.state === 'asked';
    this.forget(request);
    return wasAsked ? [release, { kind: 'send', text: startRequestAck(request.start.requestId, true) }] : [release];
  }

  private close(code: number, reason: string): ConnectionEffect[] {
    return [{ kind: 'close', code, reason }, ...this.end()];
  }

  private end(): ConnectionEffect[] {
    this.state = 'closed';
    this.dueMs = Infinity;
    const releases = [...this.requestById.values()].map(({ ticket }) => ({ kind: 'release', ticket }) as const);
    this.requestById.clear();
    this.timed.clear();
    return releases;
  }

  private limitTime(request: Request, milliseconds: number, nowMs: number): void {
    if (milliseconds === 0) return;
    request.untilMs = nowMs + milliseconds;
    this.timed.add(request);
    this.dueMs = Math.min(this.dueMs, request.untilMs);
  }

  private forget(request: Request): void {
    this.requestById.delete(request.start.requestId);
    request.state = 'gone';
    if (request.untilMs !== Infinity) this.timed.delete(request);
  }

  private countReply<T>(counted: T | undefined, format: (counted: T) => string): string {
    if (counted !== undefined) return format(counted);
    return errorMessage('COUNT_UNAVAILABLE', 'The counts cannot be read now. Ask again later.');
  }
}

export type ConnectionInput =
  | { readonly kind: 'opened' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'acquired'; readonly request: Request; readonly granted: boolean }
  | { readonly kind: 'ended'; readonly request: Request }
  | { readonly kind: 'counted'; readonly requestType: string; readonly count: number | undefined }
  | { readonly kind: 'counted-all'; readonly counts: ReadonlyMap<string, number> | undefined }
  | { readonly kind: 'tick' }
  | { readonly kind: 'closed' };

/** To be carried out in their order. `acquire`, `count` and `count-all` are answered by an input. */
export type ConnectionEffect =
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string }
  | ({ readonly kind: 'acquire'; readonly request: Request } & Omit<Claim, 'holder' | 'ended'>)
  | { readonly kind: 'release'; readonly ticket: number }
  | { readonly kind: 'count'; readonly requestType: string }
  | { readonly kind: 'count-all' };

/** Told with `acquire`, and to be handed back with what becomes of it. */
export interface Request {
  readonly start: StartRequest;
  readonly ticket: number;
  state: 'asked' | 'ended' | 'open' | 'gone';
  untilMs: number;
}

function protocolError(text: string): ConnectionEffect[] {
  return [{ kind: 'send', text: errorMessage('PROTOCOL_ERROR', text) }];
}

/** A UTF-16 unit is at most 3 bytes of UTF-8, so that the usual short message need not be encoded to be measured. */
function isTooLong(text: string): boolean {
  const { maxMessageBytes } = PRC_LIMITS;
  return text.length * 3 > maxMessageBytes && new TextEncoder().encode(text).length > maxMessageBytes;
}
