/** What a client asked of the server before any upgrade. */
export interface Knock {
  /** Path and query as they stand in the request line. */
  readonly url: string;
  readonly isUpgrade: boolean;
}

export interface AccessRules {
  readonly authToken: string | undefined;
  /** Whether this is the token; or in how many seconds it is looked at again, after too many wrong ones. */
  readonly check: (given: string, expected: string) => boolean | { readonly retryAfterSeconds: number };
}

export type Access =
  | { readonly kind: 'welcome' }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 403 | 429;
      readonly body: string;
      readonly retryAfterSeconds?: number;
    }
  /** There is no such endpoint: the path is another's or nobody's. */
  | { readonly kind: 'off' };

const ADDRESS_PREFIX = '/ws/';

/** Who may come in at `/ws/{AUTH_TOKEN}` (docs/parallel-requests.md, 1). */
export function judgeAccess(knock: Knock, rules: AccessRules): Access {
  if (!rules.authToken || !knock.url.startsWith(ADDRESS_PREFIX)) return { kind: 'off' };
  const given = readToken(knock.url);
  const checked = given !== undefined && rules.check(given, rules.authToken);
  if (typeof checked === 'object') {
    const body = `Too many wrong tokens from your address; try again in ${checked.retryAfterSeconds} s.`;
    return { kind: 'refused', status: 429, body, ...checked };
  }
  if (!checked) return forbidden();
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
