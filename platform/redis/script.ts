import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';

/** One transition a Lua file in `scripts`. Each is sent whole once a server and called by its hash from then on. */

type Argument = string | number | Buffer;

export interface Script {
  readonly lua: string;
  readonly sha: string;
  /** Sends it now: calls that follow one another without a wait keep their order only if the server knows the script. */
  load(redis: Redis): Promise<void>;
  /** Text replies. */
  run(redis: Redis, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
  /** Replies as bytes, for scripts that return file contents. */
  runBytes(redis: Redis, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
}

/** Limits that scripts have in common with the rest, each as `LIMIT.name`: put in when a script is loaded. */
const LIMITS: Readonly<Record<string, number>> = {
  firstRetrySeconds: PERIODIC_LIMITS.firstRetrySeconds,
  maxRetrySeconds: PERIODIC_LIMITS.maxRetrySeconds,
  cancelKeptMs: TASK_GRAPH_LIMITS.cancelKeptMs,
  workersKept: TASK_GRAPH_LIMITS.workersKept,
};

function readScript(name: string): string {
  const text = readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
  return text.replace(/\bLIMIT\.(\w+)/g, (_, limit: string) => {
    if (!Object.hasOwn(LIMITS, limit))
      throw new Error(`${name}.lua names a limit that is not told to scripts: ${limit}`);
    return String(LIMITS[limit]);
  });
}

/** Several files are one script, in this order. */
export function loadScript(...names: string[]): Script {
  const lua = names.map(readScript).join('\n');
  const sha = createHash('sha1').update(lua).digest('hex');
  const call = async (redis: Redis, bytes: boolean, keys: readonly string[], args: readonly Argument[]) => {
    const rest = [keys.length, ...keys, ...args];
    const send = (...args: Argument[]) => {
      const [command = '', ...others] = args;
      return bytes ? redis.callBuffer(String(command), others) : redis.call(String(command), others);
    };
    try {
      return await send('EVALSHA', sha, ...rest);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return send('EVAL', lua, ...rest);
    }
  };
  return {
    lua,
    sha,
    load: async (redis) => void (await redis.script('LOAD', lua)),
    run: (redis, keys, args) => call(redis, false, keys, args),
    runBytes: (redis, keys, args) => call(redis, true, keys, args),
  };
}

/** Redis has not seen it since it was started. */
export function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

/** HGETALL as a script returns it: name, value, name, value. */
export function pairs<T>(flat: readonly T[]): [T, T][] {
  const found: [T, T][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] as T, flat[i + 1] as T]);
  return found;
}
