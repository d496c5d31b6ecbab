import type { Failure } from '@/core/errors';
import { badMessage } from '@/core/submission/args';

/**
 * The form that messages of both directions share (docs/asyonline.md, 3 and 4): one text frame that holds a name, one
 * space and JSON. What each message may say stands in clientMessages.ts and serverMessages.ts.
 */

interface SplitText {
  readonly name: string;
  /** Undefined when the name came bare. */
  readonly json: string | undefined;
}

/** A name is quoted back to whoever sent it, but not at any length. */
const MAX_QUOTED_UNITS = 40;

export function splitText(text: string): SplitText {
  const space = text.indexOf(' ');
  if (space < 0) return { name: text, json: undefined };
  return { name: text.slice(0, space), json: text.slice(space + 1) };
}

/** JSON goes out without spaces. */
export function formatText(name: string, args: object): string {
  return `${name} ${JSON.stringify(args)}`;
}

export function unknownMessage(name: string, known: readonly string[]): { ok: false; failure: Failure } {
  const quoted = JSON.stringify(name.length > MAX_QUOTED_UNITS ? `${name.slice(0, MAX_QUOTED_UNITS)}...` : name);
  return badMessage(`Unknown message ${quoted}: expected one of ${known.join(', ')}.`);
}
