/**
 * Which drafts are open in this page. A browser that duplicates a tab gives both the same memory of which draft is
 * theirs: the one that comes second finds the draft claimed and begins with a copy. What is claimed is free again when
 * the page is gone, however it went.
 */
export interface Claims {
  /** False if another page has it and keeps it. */
  claim(id: string): Promise<boolean>;
  release(): void;
}

/** A page that is being reloaded lets go of its draft a moment after the new one asks for it. */
const PATIENCE_MILLISECONDS = 500;

export function browserClaims(): Claims {
  const held = new Set<string>();
  const releases: (() => void)[] = [];
  return {
    async claim(id) {
      // Missing on plain http: there a duplicated tab shares its draft, and the last change counts.
      if (!('locks' in navigator) || held.has(id)) return true;
      const granted = new Promise<boolean>((resolve) => {
        const hold = () => {
          held.add(id);
          resolve(true);
          return new Promise<void>((release) => releases.push(release));
        };
        const options = { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) };
        navigator.locks.request(`asyground.draft.${id}`, options, hold).catch(() => resolve(false));
      });
      return granted;
    },
    release: () => releases.splice(0).forEach((release) => release()),
  };
}
