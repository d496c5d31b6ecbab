import type { Registration } from './registration';

export interface AccessRules {
  readonly token: string | undefined;
  /** Takes the same time whatever the texts hold. */
  readonly isSameSecret: (given: string, expected: string) => boolean;
}

/** Whether to listen at all: anything but loopback (and a unix socket) needs a token (docs/periodic.md, 9). */
export function mayListen(isLoopback: boolean, token: string | undefined): boolean {
  return isLoopback || Boolean(token);
}

/**
 * Who may come in. From this machine nobody needs a token, since the seed dialect cannot send one; but where one is
 * configured, a token that is sent must be right wherever it comes from.
 */
export function isWelcome(registration: Registration, isLoopback: boolean, rules: AccessRules): boolean {
  if (!rules.token || registration.credentials === undefined) return isLoopback;
  return rules.isSameSecret(registration.credentials.token, rules.token);
}
