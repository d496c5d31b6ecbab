import { readConfig, type Config } from './config/config';
import { HOPELESS_EXIT_CODE, readChildContext, sayHopeless, type ChildContext } from './childContext';
import { createLog, type Log } from './log';
import { HopelessError } from './service';

/** How every part of the product begins and ends: configuration, log, orderly stop. */

export interface Part {
  readonly config: Config;
  readonly context: ChildContext;
  readonly log: Log;
}

export function startPart(name: string, argv: readonly string[]): Part {
  const context = readChildContext(process.env);
  const read = readConfig(argv, process.env);
  if (!read.ok) {
    for (const failure of read.failures) process.stderr.write(`${failure.message}\n`);
    process.exit(HOPELESS_EXIT_CODE);
  }
  const log = createLog(name, read.config.logLevel);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug: the process ends and is started again');
    process.exit(1);
  });
  return { config: read.config, context, log };
}

/**
 * Ends the whole product with a message for the person who started it: a new start would fail the same way. The
 * supervisor says it last, when everything has stopped.
 */
export async function giveUp(log: Log, message: string): Promise<never> {
  log.fatal(message);
  await sayHopeless(message);
  process.exit(HOPELESS_EXIT_CODE);
}

/** Ends this process alone: what it needs went away while it started, and may be back when it is started again. */
export async function startAgain(log: Log, error: unknown): Promise<never> {
  if (error instanceof HopelessError) await giveUp(log, error.message);
  log.error({ err: error }, 'the start failed; the process is started again');
  process.exit(1);
}

export function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // A stop that fails is a bug like any other: it is logged, and the process ends.
    void stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
