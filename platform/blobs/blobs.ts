import type { Readable } from 'node:stream';

/**
 * The blob store: bytes that are kept, by name. Results of detached tasks, cached renders, shared projects
 * and their pictures go here and never into Redis, which holds only their index.
 *
 * A name is made by the product, never by a user: parts of letters, digits, `-`, `_` and `.`, joined by `/`.
 */

export interface OpenBlob {
  readonly size: number;
  readonly stream: Readable;
}

export interface Blobs {
  /** Whole or not at all: nobody ever reads half a blob. The same name again replaces it. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** The same, to be read or destroyed by the caller: what may be large is not taken into memory. */
  open(name: string): Promise<OpenBlob | undefined>;
  /** Of one blob under another name, without its passing through memory. How many bytes; undefined if there is none. */
  copy(from: string, to: string): Promise<number | undefined>;
  /** Also if there is none. */
  remove(name: string): Promise<void>;
  /** Everything below a part of a name: `detached/42` has `detached/42/result-0`. */
  removeAll(prefix: string): Promise<void>;
  /** The names of all, in no order. One that is put or removed meanwhile may be among them or not. */
  list(): AsyncIterable<string>;
  /** What they take, in bytes, by their kind: records, artifacts, links, the cache and so on. It ends early if `isOver`. */
  weigh(isOver?: () => boolean): Promise<Map<string, number>>;
}

const PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** The parts of a name. Throws for one that no part of the product would make. */
export function nameParts(name: string): string[] {
  const parts = name.split('/');
  if (parts.length === 0 || !parts.every((part) => PART.test(part))) throw new Error(`not a name of a blob: ${name}`);
  return parts;
}
