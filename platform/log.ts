import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

/** One line an event, JSON for machines and pretty on a terminal. Task ids stand under `task` throughout. */

export type Log = Logger;

export function createLog(name: string, level: string): Log {
  const base = { level, base: { process: name }, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(base);
  return pino(base, pretty({ colorize: true, ignore: 'process', messageFormat: '{process}: {msg}', sync: true }));
}
