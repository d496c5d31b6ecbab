/** What a client asked of the server before any upgrade. */
export interface Knock {
  /** Path and query as they stand in the request line. */
  readonly url: string;
  readonly isUpgrade: boolean;
  /** False: a page of another site asks. Programs that send no Origin are not foreign. */
  readonly isAllowedOrigin: boolean;
}

export interface AccessRules {
  readonly authToken: string | undefined;
  /** Takes the same time whatever the texts hold. */
  readonly isSameSecret: (given: string, expected: string) => boolean;
}

export type Access =
  | { readonly kind: 'welcome' }
  | { readonly kind: 'refused'; readonly status: 400 | 403; readonly body: string }
  /** There is no such endpoint: the path is another's or nobody's. */
  | { readonly kind: 'off' };

const ADDRESS_PREFIX = '/ws/';

/** Who may come in at `/ws/{AUTH_TOKEN}` (docs/parallel-requests.md, 1). */
export function judgeAccess(knock: Knock, rules: AccessRules): Access {
  if (!rules.authToken || !knock.url.startsWith(ADDRESS_PREFIX)) return { kind: 'off' };
  const given = readToken(knock.url);
  if (given === undefined || !rules.isSameSecret(given, rules.authToken)) return forbidden();
  if (!knock.isAllowedOrigin) return forbidden();
  if (!knock.isUpgrade) return { kind: 'refused', status: 400, body: 'This address is for WebSocket connections.' };
  return { kind: 'welcome' };
}

function forbidden(): Access {
  return { kind: 'refused', status: 403, body: 'Forbidden.' };
}

function readToken(url: string): string | undefined {
  const segment = url.slice(ADDRESS_PREFIX.length).split(/[/?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
