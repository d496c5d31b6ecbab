import type { Dialect } from './dialect';
import type { Message } from './message';

/** What a role needs of its connection. After the close nothing is sent. */
export interface RoleContext {
  readonly dialect: Dialect;
  reply(messageId: number, message: Message): void;
  /** Goes on when the store has answered; closes the connection when it cannot be reached. */
  after<T>(answer: Promise<T>, goOn: (answer: T) => void): void;
  /** The moment of the next tick may have moved. */
  dueChanged(): void;
}

/** What a connection needs of its role. */
export interface RoleHandler {
  handle(messageId: number, message: Message): void;
  closed(): void;
  readonly nextDueMs?: number;
  tick?(): void;
}

export const SUCCESS: Message = { name: 'SUCCESS' };
export const UNKNOWN: Message = { name: 'UNKNOWN' };
