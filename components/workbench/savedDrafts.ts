import { newId } from '@/components/lib/newId';
import { translatorOf } from '@/components/lib/translator';
import { isEmpty } from '@/components/model/draft';
import { titleOf } from '@/components/model/version';
import type { DraftParts } from '@/components/persistence/browserDrafts';
import { draftOfKept, type KeptDraft } from '@/components/persistence/keptDraft';
import type { Drafts } from './drafts';
import type { Gateway } from './gateway';

/** A draft of the list, and where it is open: such a one is neither renamed nor deleted from elsewhere. */
export interface SavedDraft {
  readonly kept: KeptDraft;
  readonly isOpen: 'here' | 'elsewhere' | undefined;
}

/** All drafts that this browser keeps: seen, named, opened again and deleted. */
export class SavedDrafts {
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly drafts: Drafts,
    private readonly gateway: Gateway,
    private readonly parts: Pick<DraftParts, 'store' | 'claims'>,
  ) {}

  /** The newest first, with the open one as it is now. Empty ones are not worth a place. */
  async list(): Promise<SavedDraft[]> {
    const { draft } = this.gateway.state;
    const [kept, elsewhere] = await Promise.all([this.parts.store.list(), this.parts.claims.openElsewhere()]);
    return kept
      .map((one) => (one.id === draft.id ? { ...draft, savedAt: one.savedAt } : one))
      .filter((one) => !isEmpty(one))
      .map((one) => ({
        kept: one,
        isOpen: one.id === draft.id ? 'here' : elsewhere.has(one.id) ? 'elsewhere' : undefined,
      }));
  }

  /** Where it is open in another tab already: a copy. */
  async open({ kept }: SavedDraft): Promise<void> {
    const t = translatorOf('workbench');
    const isFree = await this.parts.claims.claim(kept.id);
    const draft = draftOfKept(kept);
    const name = titleOf(draft);
    if (isFree) this.drafts.open(draft, t('files.opened', { name }));
    else this.drafts.open({ ...draft, id: newId() }, t('drafts.openedCopy', { name }));
  }

  async rename({ kept, isOpen }: SavedDraft, name: string | undefined): Promise<void> {
    if (isOpen === 'here') this.gateway.draft.setName(name);
    await this.parts.store.rename(kept.id, name).catch(() => this.drafts.tell('drafts.notRenamed'));
    this.tell();
  }

  async remove({ kept }: SavedDraft): Promise<void> {
    try {
      await this.parts.store.remove(kept.id);
    } catch {
      return this.drafts.tell('drafts.notDeleted');
    }
    this.tell();
    this.drafts.tell('drafts.deleted', () => void this.bringBack(kept));
  }

  /** Called after each change of this page. Returns what ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async bringBack(kept: KeptDraft): Promise<void> {
    await this.parts.store.putBack(kept).catch(() => this.drafts.tell('drafts.notBroughtBack'));
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
