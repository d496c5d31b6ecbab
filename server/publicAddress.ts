import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { BASE_PATH } from '@/core/basePath';

/**
 * The address that people use, for links that others read. Whoever asks can write any name into the Host header, so it
 * is believed only where it leads nowhere else: a name of this machine, an address of its own or of a private network, or
 * the name we listen on. Everything else is what PUBLIC_URL is for.
 */

interface AddressConfig {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly port: number;
}

const HOST = /^(?<name>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** RFC 1918, 4193 and 6598, and what never leaves a machine or a cable. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ...([
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
  ] as const),
  ...([
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** Without a slash at its end; undefined if the name is not one of ours. */
export function publicBase({ publicUrl, host }: AddressConfig, asked: string | undefined): string | undefined {
  if (publicUrl !== undefined) return withBase(publicUrl);
  const name = HOST.exec(asked ?? '')?.groups?.name?.toLowerCase();
  if (name === undefined) return undefined;
  const isOurs = name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase();
  return isOurs || isNear(name.replace(/^\[|\]$/g, '')) ? withBase(`http://${asked}`) : undefined;
}

/** An address in numbers, of a private network or of this machine. */
function isNear(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
}

/** For pages, which are shown whatever they were asked for as. */
export function pageBase(config: AddressConfig, asked: string | undefined): string {
  const { host, port } = config;
  return publicBase(config, asked) ?? withBase(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** Without a slash at its end. Whoever set PUBLIC_URL may have named the path there, too. */
export function withBase(address: string): string {
  const plain = address.replace(/\/$/, '');
  return plain.endsWith(BASE_PATH) ? plain : `${plain}${BASE_PATH}`;
}
