import { flagOf, SETTINGS, type SettingName } from '../config/settings';
import type { Setting } from '../config/setting';

/**
 * What a child is told: the settings, but of the secrets only those that it needs, and of the rest of the environment
 * only what programs of any kind need. A worker starts what strangers wrote; what it does not know cannot be had from it.
 */

export type ChildName = 'front' | 'worker' | 'scheduler';

type Environment = Readonly<Record<string, string | undefined>>;

/** Redis is told to every child apart (platform/childContext.ts). */
const WORKER_SECRETS: readonly SettingName[] = ['workerSecret', 's3Secret'];

const USUAL =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|NEXT_\w+|ASYGROUND_\w+|COLORTERM|FORCE_COLOR|NO_COLOR)$/;

const entries = Object.entries(SETTINGS) as [SettingName, Setting][];

export function environmentFor(name: ChildName, environment: Environment): Record<string, string | undefined> {
  const told = new Set(entries.filter(([setting]) => isTold(name, setting)).map(([, { env }]) => env));
  return Object.fromEntries(
    Object.entries(environment).filter(([variable]) => told.has(variable) || USUAL.test(variable)),
  );
}

/** Flags come as `--name value` or `--name=value`. */
export function flagsFor(name: ChildName, argv: readonly string[]): string[] {
  const hidden = new Set(entries.filter(([setting]) => !isTold(name, setting)).map(([setting]) => flagOf(setting)));
  return argv.filter((arg, index) => {
    const isFlag = hidden.has(arg.split('=', 1)[0] ?? '');
    const isValue = hidden.has(argv[index - 1] ?? '');
    return !isFlag && !isValue;
  });
}

function isTold(name: ChildName, setting: SettingName): boolean {
  const { secret }: Setting = SETTINGS[setting];
  return secret !== true || name === 'front' || (name === 'worker' && WORKER_SECRETS.includes(setting));
}
