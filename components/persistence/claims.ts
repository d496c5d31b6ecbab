import { after } from '@/components/lib/timers';

/**
 * Which drafts are open in this page. A browser that duplicates a tab gives both the same memory of which draft is
 * theirs: the one that comes second finds the draft claimed and begins with a copy. What is claimed is free again when
 * the page is gone, however it went.
 */
export interface Claims {
  /** False if another page has it and keeps it. Where this page has it or is asking for it already, the same answer. */
  claim(id: string): Promise<boolean>;
  /** Another draft took its place in this page. */
  letGo(id: string): void;
  /** Those that other pages have open, as far as the browser tells. */
  openElsewhere(): Promise<ReadonlySet<string>>;
  release(): void;
}

/** A page that is being reloaded lets go of its draft a moment after the new one asks for it. */
export const PATIENCE_MS = 500;

const PREFIX = 'asyground.draft.';

interface Claim {
  readonly isHeld: Promise<boolean>;
  readonly release: () => void;
}

/** `locks` is missing on plain http: there a duplicated tab shares its draft, and the last change counts. */
export function browserClaims(locks: LockManager | undefined = navigator.locks): Claims {
  const claims = new Map<string, Claim>();
  const heldNames = async () => ((await locks?.query())?.held ?? []).flatMap(({ name }) => name ?? []);
  const letGo = (id: string) => {
    claims.get(id)?.release();
    claims.delete(id);
  };
  return {
    async claim(id) {
      if (locks === undefined) return true;
      const claim = claims.get(id) ?? request(locks, `${PREFIX}${id}`, heldNames);
      claims.set(id, claim);
      const isHeld = await claim.isHeld;
      if (!isHeld && claims.get(id) === claim) claims.delete(id);
      return isHeld;
    },
    letGo,
    async openElsewhere() {
      const ids = (await heldNames())
        .filter((name) => name.startsWith(PREFIX))
        .map((name) => name.slice(PREFIX.length));
      return new Set(ids.filter((id) => !claims.has(id)));
    },
    release: () => [...claims.keys()].forEach(letGo),
  };
}

/**
 * Not by a time limit of the lock itself: in a page that is busy starting, the limit would be noticed before the lock
 * that was granted long ago. Only what the browser says another page holds is given up.
 */
function request(locks: LockManager, name: string, heldNames: () => Promise<string[]>): Claim {
  const asking = new AbortController();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isSettled = false;
  const isHeld = new Promise<boolean>((resolve) => {
    const settle = (held: boolean) => {
      isSettled = true;
      resolve(held);
    };
    const hold = () => {
      settle(true);
      return released;
    };
    locks.request(name, { signal: asking.signal }, hold).catch(() => settle(false));
  });
  const giveUpLater = () =>
    after(PATIENCE_MS, async () => {
      if (isSettled) return;
      const isTaken = (await heldNames().catch(() => [name])).includes(name);
      // It may have been granted in the meantime: then it is ours that is held, and an abort does nothing.
      if (isTaken) asking.abort();
      else giveUpLater();
    });
  giveUpLater();
  return { isHeld, release };
}
