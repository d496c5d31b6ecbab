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
  /** Another draft took its place in this page. */
  letGo(id: string): void;
  /** Those that other pages have open, as far as the browser tells. */
  openElsewhere(): Promise<ReadonlySet<string>>;
  release(): void;
}

/** A page that is being reloaded lets go of its draft a moment after the new one asks for it. */
const PATIENCE_MS = 500;

const PREFIX = 'asyground.draft.';

export function browserClaims(): Claims {
  const held = new Map<string, () => void>();
  let isOver = false;
  const request = (id: string, options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      const hold = () => {
        resolve(true);
        return isOver ? undefined : new Promise<void>((release) => held.set(id, release));
      };
      navigator.locks.request(`${PREFIX}${id}`, options, hold).catch(() => resolve(false));
    });
  // Missing on plain http: there a duplicated tab shares its draft, and the last change counts.
  const needsNone = (id: string) => !('locks' in navigator) || held.has(id);
  return {
    async claim(id) {
      return needsNone(id) || request(id, { signal: AbortSignal.timeout(PATIENCE_MS) });
    },
    hold(id) {
      if (needsNone(id)) return;
      held.set(id, () => {});
      void request(id, {});
    },
    letGo(id) {
      held.get(id)?.();
      held.delete(id);
    },
    async openElsewhere() {
      const locks = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : [];
      const names = locks.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
      return new Set(names.filter((id) => !held.has(id)));
    },
    release() {
      isOver = true;
      held.forEach((release) => release());
      held.clear();
    },
  };
}
