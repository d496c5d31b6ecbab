import { z } from 'zod';

/** What the supervisor tells its children beyond the configuration, in one variable of their environment. */

const VARIABLE = 'ASYGROUND_INSIDE';

const context = z.object({
  /** Where sockets may be made. */
  runFolder: z.string(),
  keeperSocket: z.string(),
  redisUrl: z.string(),
  instance: z.string(),
  dataFolder: z.string(),
  /** Runs from sources, with reloading pages. */
  development: z.boolean(),
  projectFolder: z.string(),
  /** Of the built pages, below the project's. */
  pagesFolder: z.string(),
});
export type ChildContext = z.infer<typeof context>;

export function writeChildContext(value: ChildContext): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(value) };
}

export function readChildContext(environment: Readonly<Record<string, string | undefined>>): ChildContext {
  const text = environment[VARIABLE];
  if (text === undefined) throw new Error('This program is started by the supervisor: use npm start.');
  return context.parse(JSON.parse(text));
}

/** A child that found its configuration or its walls wrong ends with this code and is not restarted. */
export const HOPELESS_EXIT_CODE = 78;

/** A child tells the supervisor that it serves now. */
export const readyMessage = z.object({
  ready: z.literal(true),
  address: z.string().optional(),
  adminToken: z.string().optional(),
  /** Where the Periodic server listens. */
  periodic: z.array(z.string()).optional(),
});
export type ReadyMessage = z.infer<typeof readyMessage>;

/** Or why it never will, in a sentence for the person who started the product. */
export const hopelessMessage = z.object({ hopeless: z.string() });

/** Resolves when the supervisor has it. */
export function sayHopeless(sentence: string): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.({ hopeless: sentence }, () => resolve());
    else resolve();
  });
}

/** And that its event loop turns. */
export const aliveMessage = z.object({ alive: z.literal(true) });

export function sayAlive(): void {
  if (process.connected) process.send?.({ alive: true });
}

export function sayReady(message: Omit<ReadyMessage, 'ready'> = {}): void {
  process.send?.({ ready: true, ...message });
}
