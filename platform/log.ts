import pino, { type Logger } from 'pino';
import { LOG_LIMITS } from '@/core/limits';

/**
 * One line an event, JSON for machines and pretty on a terminal. Task ids stand under `task` throughout. What strangers
 * sent may be in an error or a value: whatever is long or deep is cut, so that nobody fills the disk with log lines.
 */

export type Log = Logger;

/** Loaded only for a person who looks: it takes longer than the rest of the log. */
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : undefined;

export function createLog(name: string, level: string, destination?: pino.DestinationStream): Log {
  const base: pino.LoggerOptions = {
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => bounded(pino.stdSerializers.err(error as Error), 0) },
    formatters: { log: (values) => bounded(values, 0) as Record<string, unknown> },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? cut(arg) : arg)) as typeof args);
      },
    },
  };
  if (destination) return pino(base, destination);
  if (!pretty) return pino(base);
  return pino(
    base,
    pretty({ colorize: true, ignore: 'process', messageFormat: '{process}: {msg}', singleLine: true, sync: true }),
  );
}

function cut(text: string): string {
  const { maxTextUnits } = LOG_LIMITS;
  if (text.length <= maxTextUnits) return text;
  return `${text.slice(0, maxTextUnits)}… (${text.length - maxTextUnits} more)`;
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  // An error has a serializer of its own.
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (depth >= LOG_LIMITS.maxDepth) return '(deeper)';
  if (Array.isArray(value)) return value.slice(0, LOG_LIMITS.maxItems).map((item) => bounded(item, depth + 1));
  const entries = Object.entries(value).slice(0, LOG_LIMITS.maxItems);
  return Object.fromEntries(entries.map(([key, item]) => [cut(key), bounded(item, depth + 1)]));
}
