/**
 * Which drafts are open in this page. A browser that duplicates a tab gives both the same memory of which draft is
 * theirs: the one that comes second finds the draft claimed and begins with a copy. What is claimed is free again when
 * the page is gone, however it went.
 */
export interface Claims {
  /** False if another page has it and keeps it. */
  claim(id: string): Promise<boolean>;
  /** For a draft that began in this page: nobody else can have it, so it is waited for however long that takes. */
  hold(id: string): void;
  release(): void;
}

/** A page that is being reloaded lets go of its draft a moment after the new one asks for it. */
const PATIENCE_MS = 500;

export function browserClaims(): Claims {
  const held = new Set<string>();
  const releases: (() => void)[] = [];
  const request = (id: string, options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      const hold = () => {
        held.add(id);
        resolve(true);
        return new Promise<void>((release) => releases.push(release));
      };
      navigator.locks.request(`asyground.draft.${id}`, options, hold).catch(() => resolve(false));
    });
  // Missing on plain http: there a duplicated tab shares its draft, and the last change counts.
  const needsNone = (id: string) => !('locks' in navigator) || held.has(id);
  return {
    async claim(id) {
      return needsNone(id) || request(id, { signal: AbortSignal.timeout(PATIENCE_MS) });
    },
    hold(id) {
      if (needsNone(id)) return;
      held.add(id);
      void request(id, {});
    },
    release() {
      held.clear();
      releases.splice(0).forEach((release) => release());
    },
  };
}
