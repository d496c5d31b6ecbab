/** The headers of every page (docs/security.md): what a page may load, and what others may do with it. */

/** Of every answer, whatever it is: no browser takes it for something else. */
export const ALWAYS_HEADERS: Readonly<Record<string, string>> = { 'x-content-type-options': 'nosniff' };

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...ALWAYS_HEADERS,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/**
 * Everything comes from us. Scripts need the nonce of this very answer; Monaco makes style elements and workers from
 * blobs, pictures are shown from blobs and data. Next's development server evaluates code; nothing else may.
 */
export function contentSecurityPolicy(nonce: string, development: boolean, isEmbed = false): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // What is made to be embedded may stand in the page of anybody.
    `frame-ancestors ${isEmbed ? '*' : "'self'"}`,
  ];
  return directives.join('; ');
}

/**
 * The headers of everything that users made (docs/security.md): the type is fixed, and wherever it is opened it can do
 * nothing. A 3D scene is a page with scripts of its own; it gets an origin of its own and no network.
 */
export function userContentHeaders(isScene: boolean): Readonly<Record<string, string>> {
  return {
    ...ALWAYS_HEADERS,
    'content-security-policy': isScene
      ? "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
      : "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    // Pictures are for the pages of others.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  };
}
