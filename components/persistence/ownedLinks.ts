import { z } from 'zod';
import type { KeyValueStore } from '@/components/lib/browserStorage';

/** The links that were made in this browser, with the tokens that let it change them (docs/sharing.md, 3). */

const ownedLink = z.object({
  id: z.string(),
  token: z.string(),
  /** The draft it was made from, which it can be updated with. */
  draft: z.string(),
  title: z.string(),
  url: z.string(),
});
export type OwnedLink = Readonly<z.infer<typeof ownedLink>>;

const KEY = 'asyground.links';
/** A forgotten one lives on, but cannot be changed from here any more. */
const MAX_LINKS = 500;

export function ownedLinks(store: KeyValueStore): OwnedLink[] {
  try {
    return z.array(ownedLink).parse(JSON.parse(store.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

export function linkOfDraft(store: KeyValueStore, draft: string): OwnedLink | undefined {
  return ownedLinks(store).find((link) => link.draft === draft);
}

/** False if this browser does not keep it. */
export function rememberLink(store: KeyValueStore, link: OwnedLink): boolean {
  const others = ownedLinks(store).filter(({ id }) => id !== link.id);
  return write(store, [link, ...others].slice(0, MAX_LINKS));
}

export function forgetLink(store: KeyValueStore, id: string): void {
  write(
    store,
    ownedLinks(store).filter((link) => link.id !== id),
  );
}

function write(store: KeyValueStore, links: readonly OwnedLink[]): boolean {
  try {
    store.setItem(KEY, JSON.stringify(links));
    return true;
  } catch {
    return false;
  }
}
