import { PRC_LIMITS } from './limits';
import type { Message } from './message';

/** The checked parameters of a START-REQUEST. */
export interface StartRequest {
  readonly requestId: string;
  readonly requestType: string;
  readonly limit: number;
  /** 0: a refusal is given at once. */
  readonly waitMs: number;
  /** 0: held until it is ended. */
  readonly holdMs: number;
}

type ReadResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly text: string };

/** The order of the checks is part of the protocol (docs/parallel-requests.md, 5). */
export function readStartRequest(message: Message): ReadResult<StartRequest> {
  const { requestId, requestType } = message;
  if (!requestId) return missing('Request-ID', message);
  if (!requestType) return missing('Request-Type', message);
  const limit = readNumber(message.requestLimit);
  if (limit === undefined) return notANumber('Request-Limit', message);
  const waitMs = readNumber(message.waitTimeout ?? '0');
  if (waitMs === undefined) return notANumber('Wait-Timeout', message);
  const holdMs = readNumber(message.holdTimeout ?? '0');
  if (holdMs === undefined) return notANumber('Hold-Timeout', message);
  return { ok: true, value: { requestId, requestType, limit, waitMs, holdMs } };
}

export function readRequired(message: Message, name: 'Request-ID' | 'Request-Type'): ReadResult<string> {
  const value = name === 'Request-ID' ? message.requestId : message.requestType;
  return value ? { ok: true, value } : missing(name, message);
}

function missing(name: string, message: Message): ReadResult<never> {
  return { ok: false, text: `The parameter ${name} of ${message.type} is missing.` };
}

function notANumber(name: string, message: Message): ReadResult<never> {
  const range = `a whole number from 0 to ${PRC_LIMITS.maxNumber}`;
  return { ok: false, text: `The parameter ${name} of ${message.type} must be ${range}.` };
}

const ZERO = 0x30;

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value <= PRC_LIMITS.maxNumber ? value : undefined;
}
