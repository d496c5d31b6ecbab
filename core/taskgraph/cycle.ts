/**
 * A way that leads back to where it began, the first one again at the end; undefined if there is none among all that
 * can be reached from `starts`. Depth first with a stack of its own, so that a long chain cannot overflow the call
 * stack.
 */
export function findCycle(
  starts: Iterable<string>,
  nextOf: (id: string) => Iterable<string> | undefined,
): string[] | undefined {
  const isOnWay = new Map<string, boolean>();
  for (const start of starts) {
    if (isOnWay.has(start)) continue;
    const way: { readonly id: string; readonly rest: Iterator<string> }[] = [];
    const enter = (id: string) => {
      isOnWay.set(id, true);
      way.push({ id, rest: (nextOf(id) ?? [])[Symbol.iterator]() });
    };
    enter(start);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const next = top.rest.next();
      if (next.done) {
        isOnWay.set(top.id, false);
        way.pop();
      } else if (!isOnWay.has(next.value)) {
        enter(next.value);
      } else if (isOnWay.get(next.value)) {
        const ids = way.map(({ id }) => id);
        return [...ids.slice(ids.indexOf(next.value)), next.value];
      }
    }
  }
  return undefined;
}
