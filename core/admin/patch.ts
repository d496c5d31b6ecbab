/**
 * What changed between two JSON documents, as a merge patch (RFC 7396): objects are compared key by key, anything else
 * is replaced, and null takes a key away. The documents themselves must hold no null. Nothing is changed in place, and a
 * key may be called `__proto__`: what libraries offer does neither.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
type JsonObject = { [key: string]: Json | undefined };

/** Undefined: nothing changed. */
export function diff(before: Json | undefined, after: Json): Json | undefined {
  if (!isObject(before) || !isObject(after)) return isSame(before, after) ? undefined : after;
  const patch: JsonObject = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key) || after[key] === undefined) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const change = diff(Object.hasOwn(before, key) ? before[key] : undefined, value);
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** The document with the patch applied; nothing is changed in place, and what the patch does not name is the same. */
export function merge(document: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(document) ? { ...document } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === undefined) continue;
    if (change === null) Reflect.deleteProperty(merged, key);
    else {
      const old = Object.hasOwn(merged, key) ? merged[key] : undefined;
      Object.defineProperty(merged, key, {
        value: merge(old, change),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}

function isSame(one: Json | undefined, other: Json): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
