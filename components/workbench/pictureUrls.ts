import type { PlaygroundState } from '@/components/model/state';

/** Pictures are held by the browser under addresses of their own until it is told to let go. */

/** How long an image may still be needed by what is on the screen. */
const GRACE_MS = 5000;

export function forgetPictures(before: PlaygroundState, after: PlaygroundState): void {
  const needed = new Set(urlsOf(after));
  const gone = urlsOf(before).filter((url) => !needed.has(url));
  if (gone.length > 0) setTimeout(() => gone.forEach((url) => URL.revokeObjectURL(url)), GRACE_MS);
}

function urlsOf({ pictures, unfinished, shellPicture }: PlaygroundState): string[] {
  return [...pictures, ...unfinished, ...(shellPicture ? [shellPicture] : [])].map(({ url }) => url);
}
