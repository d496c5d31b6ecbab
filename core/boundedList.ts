import { z } from 'zod';

/**
 * Lists and records from outside. A schema looks at every item before it says that there are too many, and tells of each
 * wrong one; these count first, and stop at the first that is wrong.
 */

export function boundedList<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess((value, context) => {
    if (Array.isArray(value)) refuseFirst([...value.slice(0, max + 1).entries()], item, max, context);
    return value;
  }, z.array(item).max(max));
}

export function boundedRecord<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess(
    (value, context) => {
      if (typeof value === 'object' && value !== null) refuseFirst(Object.entries(value), item, max, context);
      return value;
    },
    z.record(z.string(), item),
  );
}

/** What was refused here is not looked at any further. */
function refuseFirst(
  entries: readonly (readonly [key: string | number, value: unknown])[],
  item: z.ZodType,
  max: number,
  context: z.RefinementCtx,
): void {
  if (entries.length > max) return context.addIssue({ code: 'custom', message: `expected at most ${max}` });
  for (const [key, value] of entries) {
    const { error } = item.safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [key, ...issue.path], message: issue.message });
    if (error !== undefined) return;
  }
}
