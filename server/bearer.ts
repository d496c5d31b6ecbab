/** The token of an Authorization header: a bearer token, or HTTP Basic with the token as user name or password. */

/** The scheme is written in any case (RFC 9110). */
export function tokenOf(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return user === '' ? password.join(':') || undefined : user;
}
