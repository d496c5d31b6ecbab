import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { McpCommand } from './arguments';

/**
 * `asyground mcp` (docs/mcp.md): the tools of a server for a client that speaks over standard input and output. One line is
 * one message; each is passed on as it is, and so is its answer.
 */

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown };
}

type Send = (line: string) => void;

const INTERNAL_ERROR = -32603;
const PARSE_ERROR = -32700;
/** Longer than any render may take, with its wait. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Resolves when the input has ended and everything was answered. */
export async function serveMcp({ server }: McpCommand, input: Readable, send: Send): Promise<void> {
  const underWay = new Map<unknown, AbortController>();
  const answers = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = parse(line);
    if (message === undefined) {
      send(failed(null, PARSE_ERROR, 'This is not JSON.'));
      continue;
    }
    // Nothing is known of it at the server: its connection is what can be closed.
    if (message.method === 'notifications/cancelled') {
      underWay.get(message.params?.requestId)?.abort();
      continue;
    }
    const left = new AbortController();
    if (message.id !== undefined) underWay.set(message.id, left);
    const answer = pass(`${server}/mcp`, line, message, left.signal, send).finally(() => {
      if (underWay.get(message.id) === left) underWay.delete(message.id);
      answers.delete(answer);
    });
    answers.add(answer);
  }
  await Promise.all(answers);
}

async function pass(address: string, line: string, { id }: Message, left: AbortSignal, send: Send): Promise<void> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: line,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      signal: AbortSignal.any([left, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const text = (await response.text()).trim();
    if (id === undefined) return;
    const answer = parse(text);
    if (answer !== undefined && answer.id === id) send(JSON.stringify(answer));
    else send(failed(id, INTERNAL_ERROR, `${address} answered ${response.status}: ${text.slice(0, 500)}`));
  } catch (error) {
    if (id === undefined || left.aborted) return;
    send(failed(id, INTERNAL_ERROR, `Can’t reach ${address}: ${reasonOf(error)}`));
  }
}

/** What fetch says is only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function failed(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
