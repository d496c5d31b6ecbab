import { ENDPOINT_SETTINGS } from './endpointSettings';
import { SYSTEM_SETTINGS } from './systemSettings';
import { QUEUE_SETTINGS } from './queueSettings';
import type { Setting } from './setting';
import { WORKER_SETTINGS } from './workerSettings';

/**
 * Every setting an operator can give: its environment variable, its schema with the default, and its one-line help.
 *
 * This table is the only source: the parsed object, the errors, `npm start -- --help` and the documents come from it.
 * A setting named `publicUrl` is the flag `--public-url`.
 */
export const SETTINGS = {
  ...SYSTEM_SETTINGS,
  ...WORKER_SETTINGS,
  ...QUEUE_SETTINGS,
  ...ENDPOINT_SETTINGS,
} satisfies Record<string, Setting>;

export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] };
export type SettingName = keyof typeof SETTINGS;

/** `publicUrl` -> `--public-url`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
