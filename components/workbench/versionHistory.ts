import { contentsOf, isBlank, type Draft } from '@/components/model/draft';
import type { Gateway } from './gateway';
import { newId } from '@/components/lib/newId';
import { shownPicture } from '@/components/model/state';
import { versionPicture } from '@/components/model/version';
import type { VersionStore } from '@/components/persistence/versionStore';

/**
 * Decides what goes into the history: what the person saves, what is about to be replaced, and every few minutes a
 * version that rendered well.
 */

const INTERVAL_MS = 3 * 60_000;

export class VersionHistory {
  private lastAt = 0;
  private last: Draft | undefined;
  private lastId = '';

  constructor(
    private readonly gateway: Gateway,
    private readonly versions: Pick<VersionStore, 'add'>,
    private readonly now: () => number,
  ) {}

  open(): () => void {
    return this.gateway.store.subscribe((state, before) => {
      if (state.report === before.report || state.report?.words.kind !== 'success') return;
      if (this.now() - this.lastAt >= INTERVAL_MS) void this.record(false);
    });
  }

  /** True if it is in the history now; false if this browser did not take it. */
  async record(isKept: boolean): Promise<boolean> {
    const { state } = this.gateway;
    const isSame = this.last !== undefined && hasSameFiles(state.draft, this.last);
    if (isBlank(state.draft) || (isSame && !isKept)) return true;
    // The same again, now on purpose: the version that is there becomes a kept one.
    if (!isSame) this.lastId = newId();
    this.lastAt = this.now();
    this.last = state.draft;
    const picture = versionPicture(shownPicture(state));
    try {
      await this.versions.add({ id: this.lastId, at: this.now(), isKept, draft: state.draft, picture });
      return true;
    } catch {
      return false;
    }
  }
}

/** Data that was brought in anew counts as new: comparing megabytes would be felt. */
function hasSameFiles(one: Draft, other: Draft): boolean {
  return (
    one.files.length === other.files.length &&
    one.files.every(({ name, contents }) => contentsOf(other, name) === contents)
  );
}
