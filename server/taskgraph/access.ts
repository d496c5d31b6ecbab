import type { IncomingMessage } from 'node:http';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import type { ServedFields } from '@/core/taskgraph/served';
import type { Role } from '@/core/taskgraph/serviceSchema';
import type { Identity } from '../identity';
import { isAllowedOrigin } from '../origin';
import { tokenOf } from '../bearer';
import { guessText, type TokenGuesses } from '../tokenGuesses';
import { sha256 } from './ids';
import type { Budget } from './ownerStore';
import type { TokenStore } from './tokens';

/** Who asks, and what that allows (docs/task-graph.md, 13 and 14). */

export interface Caller {
  readonly role: Role;
  /** Owns what it creates: `token:<id>`, or the page's session as `cookie:<id>`. */
  readonly owner: string;
  readonly name: string;
  readonly address: string;
  readonly room: Budget;
  /** What its token is bound to, if it is a worker. */
  readonly serves?: ServedFields;
}

interface AccessOptions {
  readonly tokens: TokenStore;
  readonly identity: Identity;
  readonly guesses: TokenGuesses;
  readonly allowedOrigins: readonly string[];
  readonly isAdminSession: (request: IncomingMessage) => Promise<boolean>;
}

const ROOM_OF_TOKEN: Budget = {
  ofOwner: TASK_GRAPH_ROOM.tasksOfToken,
  inAll: TASK_GRAPH_ROOM.tasksInAll,
  address: '',
  ofAddress: 0,
};

/** Addresses themselves are not kept with tasks. */
function roomOfSession(address: string): Budget {
  const { tasksOfSession: ofOwner, tasksInAllForSessions: inAll, tasksOfAddress: ofAddress } = TASK_GRAPH_ROOM;
  return { ofOwner, inAll, address: sha256(address).slice(0, 16), ofAddress };
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

export class Access {
  constructor(private readonly options: AccessOptions) {}

  async callerOf(request: IncomingMessage, opensToAdminPage = false): Promise<Result<Caller>> {
    const { identity, allowedOrigins, isAdminSession } = this.options;
    const { client, address } = identity.whoIs(request);
    const { authorization } = request.headers;
    if (authorization !== undefined) return this.callerByToken(tokenOf(authorization) ?? '', address);
    if (opensToAdminPage && (await isAdminSession(request))) {
      return success({ role: 'admin', owner: 'admin-page', name: 'admin', address, room: ROOM_OF_TOKEN });
    }
    if (client.startsWith('address:')) {
      const detail = 'Send a token: "Authorization: Bearer TOKEN", or HTTP Basic with the token as user name.';
      return refusal({ code: 'no-credential', message: detail });
    }
    // A cookie comes along by itself, so a foreign page must not be able to use it.
    if (!SAFE_METHODS.includes(request.method ?? '') && !isAllowedOrigin(request, allowedOrigins)) {
      return refusal({ code: 'not-allowed', message: `Pages of ${request.headers.origin} may not ask this.` });
    }
    return success({ role: 'user', owner: client, name: 'session', address, room: roomOfSession(address) });
  }

  private async callerByToken(token: string, address: string): Promise<Result<Caller>> {
    const { tokens, guesses } = this.options;
    const looked = await guesses.check(address, token, () => tokens.find(token));
    if (!looked.ok) {
      const { retryAfterSeconds } = looked;
      return refusal({ code: 'too-many-guesses', message: guessText(retryAfterSeconds), retryAfterSeconds });
    }
    if (looked.found === undefined) {
      return refusal({ code: 'no-credential', message: 'The Authorization header holds no token that is known here.' });
    }
    const { id, name, role, owners, labels } = looked.found;
    return success({ role, owner: `token:${id}`, name, address, room: ROOM_OF_TOKEN, serves: { owners, labels } });
  }
}

/** A cookie costs nothing: what it asks for is asked for by anybody (docs/task-graph.md, 14). */
export function isAnonymous(owner: string): boolean {
  return owner.startsWith('cookie:');
}

/** Whose tasks the caller may change; '' everybody's. */
export function ownerOf(caller: Caller): string {
  return caller.role === 'admin' ? '' : caller.owner;
}

/** Whose tasks the caller sees; '' everybody's. Workers must see what they may claim. */
export function visibleTo(caller: Caller): string {
  return caller.role === 'user' ? caller.owner : '';
}
