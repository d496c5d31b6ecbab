/**
 * The new value, made of the parts of the old one that have not changed, so that who looks at such a part need not be drawn
 * again. The new value is changed in place: it must be nobody else's.
 */
export function keepSame<Value>(before: unknown, after: Value): Value;
export function keepSame(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return Object.is(before, after) ? before : after;
  const keys = Object.keys(after);
  let isSame = keys.length === Object.keys(before).length;
  for (const key of keys) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    const kept = keepSame(old, after[key]);
    if (kept === old) Reflect.set(after, key, kept);
    else isSame = false;
  }
  return isSame ? before : after;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
