import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SELF_CHECK_LIMITS } from '@/core/limits';
import type { RenderSubmission } from '../asy/command';
import { isTelling } from './fitness';

/**
 * Programs that came out differently by one shortcut. Anybody can write such a program on purpose, so that each speaks
 * for itself only: it does not go that way again. When several different ones of the same kind (a format, an engine, what
 * is imported), from several addresses, none of which looks at how it was started, say the same, the shortcut is to
 * blame, and that kind does not go that way again. All other kinds do.
 */

/** Of a hash, for people. */
const SHOWN_CHARACTERS = 12;

/** Program by the address that it came from: many programs of one address are one accuser. */
type Accusers = Map<string, string>;

export class Accusations {
  private readonly excluded = new LRUCache<string, true>({ max: SELF_CHECK_LIMITS.maxExcludedPrograms });
  private readonly byKind = new LRUCache<string, Accusers>({ max: SELF_CHECK_LIMITS.maxAccusedKinds });

  constructor(private readonly kindOf: (submission: RenderSubmission) => string) {}

  /** What the program is called from now on, and whether its kind is believed by this word. */
  add(submission: RenderSubmission, address: string): { program: string; isLast: boolean } {
    const program = hashOf(submission);
    this.excluded.set(program, true);
    const kind = this.kindOf(submission);
    const accusers: Accusers = this.byKind.get(kind) ?? new Map();
    this.byKind.set(kind, accusers);
    const isNew = !areBelieved(accusers) && ![...accusers.values()].includes(program);
    const isHeard = isNew && !accusers.has(address) && isTelling(submission.files);
    if (isHeard) accusers.set(address, program);
    return { program: shown(program), isLast: isHeard && areBelieved(accusers) };
  }

  /** Most workers never have any. */
  isExcluded(submission: RenderSubmission): boolean {
    if (this.excluded.size === 0) return false;
    const accusers = this.byKind.get(this.kindOf(submission));
    return (accusers !== undefined && areBelieved(accusers)) || this.excluded.get(hashOf(submission)) === true;
  }

  /** The kinds that do not go this way, with the programs that showed it. */
  get believed(): readonly { readonly kind: string; readonly programs: readonly string[] }[] {
    return [...this.byKind.entries()].flatMap(([kind, accusers]) =>
      areBelieved(accusers) ? [{ kind, programs: [...accusers.values()].map(shown) }] : [],
    );
  }
}

function areBelieved(accusers: Accusers): boolean {
  return accusers.size >= SELF_CHECK_LIMITS.accusers;
}

/** Comments included: whoever changes them may accuse once more, as one of the same address. */
function hashOf({ files, main, options }: RenderSubmission): string {
  const hash = createHash('sha256').update(JSON.stringify([main, options.format, [...files.keys()]]));
  for (const bytes of files.values()) hash.update(`${bytes.length}:`).update(bytes);
  return hash.digest('hex');
}

const shown = (program: string) => program.slice(0, SHOWN_CHARACTERS);
