/** How many are under way for one person: what others wait for goes on beside it. */
const AT_ONCE = 2;

/**
 * What each of them comes to, in their order, two at a time. Ends with `undefined` for the first that comes to nothing:
 * no other is begun then. `note` hears how many are done.
 */
export async function inPairs<In, Out>(
  all: readonly In[],
  work: (one: In) => Promise<Out | undefined>,
  note: (done: number) => void,
): Promise<{ readonly done: readonly Out[]; readonly failed?: undefined } | { readonly failed: In }> {
  const made = new Map<number, Out>();
  let next = 0;
  let failed: { readonly one: In } | undefined;
  const goOn = async (): Promise<void> => {
    while (failed === undefined && next < all.length) {
      const index = next;
      next += 1;
      const one = all[index] as In;
      const out = await work(one);
      if (out === undefined) failed ??= { one };
      else made.set(index, out);
      note(made.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  if (failed !== undefined) return { failed: (failed as { readonly one: In }).one };
  return { done: all.flatMap((_, index) => (made.has(index) ? [made.get(index) as Out] : [])) };
}
