import { BlockList, isIP } from 'node:net';

/** Addresses and networks of IPv4 and IPv6, as an operator writes them: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
export class AddressList {
  private readonly list = new BlockList();

  /** Entries that are neither hold nobody; the settings refuse them. */
  constructor(entries: readonly string[]) {
    for (const { address, bits, family } of entries.flatMap((entry) => networkIn(entry) ?? []))
      this.list.addSubnet(address, bits, family);
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.list.check(address, familyOf(address));
  }
}

export function isNetwork(entry: string): boolean {
  return networkIn(entry) !== undefined;
}

function networkIn(entry: string) {
  const [, address = '', size] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (isIP(address) === 0) return undefined;
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  const bits = size === undefined ? most : Number(size);
  return bits > most ? undefined : { address, bits, family };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
