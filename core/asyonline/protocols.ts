import { failure, type Failure } from '@/core/errors';
import type { Features } from '@/core/submission/draft';

/** The sub-protocols and the paths that speak them (docs/asyonline.md, 1). */

const FEATURES = {
  'asyonline.asy': { interactive: false, restore: false },
  'asyonline.asy+restore': { interactive: false, restore: true },
  'asyonline.asy.interactive': { interactive: true, restore: false },
  'asyonline.asy.interactive+restore': { interactive: true, restore: true },
} as const satisfies Record<string, Features>;

export type Protocol = keyof typeof FEATURES;

export const ASYONLINE_PATHS = {
  '/asy': ['asyonline.asy', 'asyonline.asy+restore'],
  '/asy/interactive': ['asyonline.asy.interactive', 'asyonline.asy.interactive+restore'],
} as const satisfies Record<string, readonly Protocol[]>;

export type AsyonlinePath = keyof typeof ASYONLINE_PATHS;

export function isAsyonlinePath(path: string): path is AsyonlinePath {
  return Object.hasOwn(ASYONLINE_PATHS, path);
}

export function protocolFeatures(protocol: Protocol): Features {
  return FEATURES[protocol];
}

type ProtocolChoice =
  | { readonly ok: true; readonly protocol: Protocol; readonly features: Features }
  /** The message is the plain text of the HTTP 400. */
  | { readonly ok: false; readonly failure: Failure };

/** The first name of the client's list that the path speaks. */
export function chooseProtocol(path: AsyonlinePath, offered: readonly string[]): ProtocolChoice {
  const spoken: readonly Protocol[] = ASYONLINE_PATHS[path];
  for (const name of offered) {
    const protocol = spoken.find((candidate) => candidate === name);
    if (protocol !== undefined) return { ok: true, protocol, features: FEATURES[protocol] };
  }
  const complaint = offered.length === 0 ? 'No WebSocket sub-protocol was offered' : 'No offered sub-protocol is known';
  return { ok: false, failure: failure('bad-message', `${complaint}. ${path} speaks ${spoken.join(' and ')}.`) };
}
