import { closest } from '@/core/closest';
import { failure, type Failure } from '@/core/errors';
import type { Setting } from './setting';
import { flagOf, SETTINGS, type SettingName, type Settings } from './settings';

/**
 * One validated object from flags and environment. A flag wins over a variable, a variable over the default. A value
 * that does not fit, or a flag nobody knows, is an error that names it, what was given and what is allowed.
 */

export type Config = Readonly<Settings>;

type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly rest: readonly string[] }
  | { readonly ok: false; readonly failures: readonly Failure[] };

const entries = Object.entries(SETTINGS) as [SettingName, Setting][];

export function readConfig(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const failures: Failure[] = [];
  const { given, rest } = splitFlags(argv, failures);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of entries) {
    const flag = given.get(name);
    const raw = flag ?? (env[setting.env] === '' ? undefined : env[setting.env]);
    if (raw === undefined) {
      values[name] = setting.fallback;
      continue;
    }
    const parsed = setting.schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else failures.push(badValue(name, setting, flag === undefined, raw, parsed.error.issues[0]?.message));
  }
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, config: values as unknown as Config, rest };
}

/** The text of `--help`, generated from the settings. */
export function configHelp(): string {
  const lines = entries.map(([name, setting]) => {
    const fallback =
      setting.fallbackText ??
      (Array.isArray(setting.fallback) ? setting.fallback.join(',') || 'none' : String(setting.fallback));
    return `  ${flagOf(name).padEnd(30)} ${setting.env.padEnd(28)} ${setting.help} [${fallback}]`;
  });
  return [`  ${'flag'.padEnd(30)} ${'environment'.padEnd(28)} meaning [default]`, ...lines].join('\n');
}

function splitFlags(argv: readonly string[], failures: Failure[]) {
  const byFlag = new Map(entries.map(([name]) => [flagOf(name), name]));
  const given = new Map<SettingName, string>();
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i += 1) {
    const arg = argv[i] ?? '';
    if (!arg.startsWith('--')) {
      rest.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const flag = equals < 0 ? arg : arg.slice(0, equals);
    const name = byFlag.get(flag);
    if (name === undefined) {
      const near = closest(flag, [...byFlag.keys()]);
      failures.push(
        failure('config', `${flag} is not a flag${near ? `; did you mean ${near}?` : ''} --help lists all of them.`),
      );
      continue;
    }
    const value = equals < 0 ? argv[(i += 1)] : arg.slice(equals + 1);
    if (value === undefined) failures.push(failure('config', `${flag} needs a value: ${SETTINGS[name].help}`));
    else given.set(name, value);
  }
  return { given, rest };
}

function badValue(
  name: SettingName,
  setting: Setting,
  fromEnv: boolean,
  raw: string,
  why: string | undefined,
): Failure {
  const shown = setting.secret ? '(hidden)' : JSON.stringify(raw);
  return failure(
    'config',
    `${fromEnv ? setting.env : flagOf(name)} is ${shown}, which is not allowed: it takes ${why ?? 'another form'}. ${setting.help}`,
  );
}
