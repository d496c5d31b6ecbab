/**
 * The address that people use, for links that others read. Whoever asks can write any name into the Host header, so it
 * is believed only where it leads nowhere else: a name of this machine, an address in numbers, or the name we listen on.
 * Everything else is what PUBLIC_URL is for.
 */

export interface AddressConfig {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly port: number;
}

const HOST = /^(?<name>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const IN_NUMBERS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** Without a slash at its end; undefined if the name is not one of ours. */
export function publicBase({ publicUrl, host }: AddressConfig, asked: string | undefined): string | undefined {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  const name = HOST.exec(asked ?? '')?.groups?.name?.toLowerCase();
  if (name === undefined) return undefined;
  const isOurs = name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase();
  return isOurs || IN_NUMBERS.test(name) ? `http://${asked}` : undefined;
}

/** For pages, which are shown whatever they were asked for as. */
export function pageBase(config: AddressConfig, asked: string | undefined): string {
  const { host, port } = config;
  return publicBase(config, asked) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
