import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SELF_CHECK_LIMITS } from '@/core/limits';
import type { RenderSubmission } from '../asy/command';
import { isTelling } from './fitness';

/**
 * Programs that came out differently by one shortcut. Anybody can write such a program on purpose, so that each speaks
 * for itself only: it does not go that way again. When several different ones, from several addresses, none of which
 * looks at how it was started, say the same, the shortcut is to blame.
 */

/** Of a hash, for people. */
const SHOWN_CHARACTERS = 12;

export class Accusations {
  private readonly excluded = new LRUCache<string, true>({ max: SELF_CHECK_LIMITS.maxExcludedPrograms });
  /** Program by the address that it came from: many programs of one address are one accuser. */
  private readonly believed = new Map<string, string>();

  /** What the program is called from now on. */
  add(submission: RenderSubmission, address: string): string {
    const program = hashOf(submission);
    this.excluded.set(program, true);
    const isNew = !this.areBelieved && ![...this.believed.values()].includes(program);
    if (isNew && !this.believed.has(address) && isTelling(submission.files)) this.believed.set(address, program);
    return shown(program);
  }

  /** Most workers never have any. */
  isExcluded(submission: RenderSubmission): boolean {
    return this.excluded.size > 0 && this.excluded.get(hashOf(submission)) === true;
  }

  get areBelieved(): boolean {
    return this.believed.size >= SELF_CHECK_LIMITS.accusers;
  }

  get accusers(): readonly string[] {
    return [...this.believed.values()].map(shown);
  }
}

/** Comments included: whoever changes them may accuse once more, as one of the same address. */
function hashOf({ files, main, options }: RenderSubmission): string {
  const hash = createHash('sha256').update(JSON.stringify([main, options.format, [...files.keys()]]));
  for (const bytes of files.values()) hash.update(`${bytes.length}:`).update(bytes);
  return hash.digest('hex');
}

const shown = (program: string) => program.slice(0, SHOWN_CHARACTERS);
