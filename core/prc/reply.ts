/**
 * What the controller sends (docs/parallel-requests.md, 4): `NAME\nKey:value\nKey:value\n`.
 *
 * Values are written as they are. They come from parsed messages or from this folder and so never hold a line break.
 */

type ErrorCode = 'PROTOCOL_ERROR' | 'REQUEST_ID_DUPLICATED' | 'COUNT_UNAVAILABLE';

export const HEARTBEAT = 'HEARTBEAT\n';

export function startRequestAck(requestId: string, limitReached: boolean): string {
  return `START-REQUEST-ACK\nRequest-ID:${requestId}\nRequest-Limit-Reached:${limitReached ? 'TRUE' : 'FALSE'}\n`;
}

export function requestCount(requestType: string, count: number): string {
  return `REQUEST-COUNT\nRequest-Type:${requestType}\nRequest-Count:${count}\n`;
}

/** JSON on one line, because a request type may hold colons and its letter case matters: no parameter name can carry it. */
export function allCounts(counts: ReadonlyMap<string, number>): string {
  return `ALL-COUNTS\nRequest-Counts:${JSON.stringify(Object.fromEntries(counts))}\n`;
}

export function errorMessage(code: ErrorCode, text: string): string {
  return `ERROR\nError-Code:${code}\nError-Message:${text}\n`;
}
