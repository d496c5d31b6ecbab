import { minimalEdit } from '@/components/lib/minimalEdit';
import { contentsOf, type Draft } from './draft';

/** From this share of a file on, what one edit took away is more than the next keys would write again. */
const LARGE_SHARE = 0.5;
const LARGE_UNITS = 20;

/**
 * Whether something is gone that was there before: for whoever typed or pasted, most of a file; by any other way, whatever it
 * is. A file of another name with the same contents is still there.
 */
export function takesAway(before: Draft, after: Draft, isTyped: boolean): boolean {
  return before.files.some(({ name, contents }) => {
    const now = contentsOf(after, name);
    if (now === contents || contents.length === 0) return false;
    if (typeof contents === 'string' && typeof now === 'string') {
      const { from, to } = minimalEdit(contents, now);
      const least = isTyped ? Math.max(LARGE_UNITS, LARGE_SHARE * contents.length) : 1;
      return to - from >= least;
    }
    return now !== undefined || after.files.every((file) => file.contents !== contents);
  });
}
