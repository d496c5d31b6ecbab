import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import { failure } from '@/core/errors';
import { refusal, success, type Refused, type Result } from '@/core/result';

/**
 * Where Redis is, as REDIS_URL says it:
 *
 *   unix:///path                                       the embedded one
 *   redis://[user:password@]host[:port][/db]           plain
 *   rediss://…                                         over TLS
 *   redis+sentinel://[user:password@]host[:port],…/name[/db]   whichever server the sentinels call the master of `name`
 *   rediss+sentinel://…                                the same, both over TLS
 *
 * `?ca=FILE` names a certificate authority of your own; `?sentinelPassword=…` is for sentinels that want one.
 */

type Address = Pick<RedisOptions, 'path' | 'host' | 'port' | 'username' | 'password' | 'db' | 'tls' | 'sentinels'> &
  Pick<RedisOptions, 'name' | 'sentinelPassword' | 'sentinelTLS' | 'enableTLSForSentinelMode'>;

const FORM =
  /^(?<scheme>[a-z+]+):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<rest>[^?]*)(?:\?(?<query>.*))?$/;
const SCHEMES = ['unix', 'redis', 'rediss', 'redis+sentinel', 'rediss+sentinel'];
const PORT = 6379;
const SENTINEL_PORT = 26_379;

export function readAddress(url: string): Result<Address> {
  const found = FORM.exec(url)?.groups;
  if (!found || !SCHEMES.includes(found.scheme ?? ''))
    return wrong('it begins with redis://, rediss://, redis+sentinel:// or rediss+sentinel://');
  const { scheme = '', user = '', password = '', rest = '', query = '' } = found;
  if (scheme === 'unix') return success({ path: decodeURIComponent(rest) });
  const parameters = new URLSearchParams(query);
  const tls = scheme.startsWith('rediss') ? tlsOf(parameters.get('ca')) : undefined;
  if (tls && !tls.ok) return tls;
  const [hosts = '', ...places] = rest.split('/');
  const servers = hosts.split(',').map((text) => hostAndPort(text, scheme.endsWith('sentinel') ? SENTINEL_PORT : PORT));
  if (servers.some((server) => server === undefined)) return wrong('a host or a port in it cannot be read');
  const known = servers.filter((server) => server !== undefined);
  const shared: Address = {
    ...(user && { username: decodeURIComponent(user) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(tls && { tls: tls.value }),
  };
  if (!scheme.endsWith('sentinel')) {
    const [server] = known;
    if (!server || known.length > 1) return wrong('several hosts are for redis+sentinel:// only');
    return withDatabase({ ...shared, ...server }, places[0]);
  }
  const [name = '', db] = places;
  if (name === '') return wrong('redis+sentinel:// needs the name of the master after the hosts: …/mymaster');
  const sentinelPassword = parameters.get('sentinelPassword');
  return withDatabase(
    {
      ...shared,
      sentinels: known,
      name,
      ...(sentinelPassword !== null && { sentinelPassword }),
      ...(tls && { sentinelTLS: tls.value, enableTLSForSentinelMode: true }),
    },
    db,
  );
}

/** For the log: without who signs in, and with what. */
export function placeIn(url: string): string {
  const found = FORM.exec(url)?.groups;
  return found ? `${found.scheme}://${found.rest}` : '';
}

function withDatabase(address: Address, db: string | undefined): Result<Address> {
  if (db === undefined || db === '') return success(address);
  return /^\d{1,3}$/.test(db) ? success({ ...address, db: Number(db) }) : wrong(`${db} is no number of a database`);
}

function hostAndPort(text: string, port: number): { host: string; port: number } | undefined {
  const found = /^(?:\[(?<six>[0-9a-f:]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups;
  const host = found?.six ?? found?.host;
  return host === undefined ? undefined : { host, port: found?.port === undefined ? port : Number(found.port) };
}

function tlsOf(file: string | null): Result<{ ca?: Buffer }> {
  if (file === null) return success({});
  try {
    return success({ ca: readFileSync(file) });
  } catch {
    return wrong(`the certificate authority ${file} cannot be read`);
  }
}

function wrong(why: string): Refused {
  return refusal(failure('config', `REDIS_URL cannot be used: ${why}.`));
}
