import { EDGE_LIMITS } from './limits';

/** JSON from outside: what parses it, and what checks it against a schema, goes down into every level and looks at every value. */

export interface JsonLimits {
  /** Objects and lists inside of each other. */
  readonly maxDepth: number;
  /** Values in all. A schema takes microseconds for each wrong one, and a body has room for a million. */
  readonly maxValues: number;
}

export const SMALL_JSON: JsonLimits = { maxDepth: EDGE_LIMITS.maxJsonDepth, maxValues: EDGE_LIMITS.maxJsonValues };

/** What there is too much of, if anything; in one pass, before it is parsed. */
export function excessOf(json: string, { maxDepth, maxValues }: JsonLimits): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(json, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        if (depth > maxDepth) return `JSON may have ${maxDepth} objects and lists inside of each other`;
        break;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
    if (values > maxValues) return `JSON may have ${maxValues} values here`;
  }
  return undefined;
}

/** Undefined for what is no JSON, or too much to be meant. */
export function parseJson(text: string, limits = SMALL_JSON): unknown {
  if (excessOf(text, limits) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return json.length;
}
