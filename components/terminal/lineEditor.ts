import { lastWordStart } from '@/core/language/wordBefore';
import type { Key } from './keys';

/**
 * The line that is being typed: over pipes nobody else edits it. Keys go in; the next state and what it asks for come
 * out. `browsing` is the place in the history, counted back from the newest; 0 is the person's own line, which is set
 * aside meanwhile. Positions are UTF-16; the cursor never stands inside a pair.
 */

export interface LineState {
  readonly text: string;
  readonly cursor: number;
  readonly browsing: number;
  readonly aside: string;
}

export type LineEffect =
  | { readonly kind: 'submit'; readonly line: string }
  | { readonly kind: 'interrupt' }
  /** Ctrl+D where nothing is typed. */
  | { readonly kind: 'end' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'complete' };

interface LineStep {
  readonly state: LineState;
  readonly effects: readonly LineEffect[];
}

export const EMPTY_LINE: LineState = { text: '', cursor: 0, browsing: 0, aside: '' };

const TAB = '  ';

/** `history`: the oldest first. */
export function pressKey(state: LineState, key: Key, history: readonly string[]): LineStep {
  const { text, cursor } = state;
  switch (key.kind) {
    case 'text':
      return only(inserted(state, key.text));
    case 'paste':
      return paste(state, key.text.replaceAll('\t', TAB));
    case 'enter':
      return { state: EMPTY_LINE, effects: [{ kind: 'submit', line: text }] };
    case 'tab':
      return { state, effects: [{ kind: 'complete' }] };
    case 'backspace':
      return only(without(state, before(text, cursor), cursor));
    case 'delete':
      return only(without(state, cursor, after(text, cursor)));
    case 'end-of-input':
      return text === '' ? { state, effects: [{ kind: 'end' }] } : only(without(state, cursor, after(text, cursor)));
    case 'kill-before':
      return only(without(state, 0, cursor));
    case 'kill-after':
      return only(without(state, cursor, text.length));
    case 'kill-word':
      return only(without(state, wordStart(text, cursor), cursor));
    case 'left':
      return only({ ...state, cursor: before(text, cursor) });
    case 'right':
      return only({ ...state, cursor: after(text, cursor) });
    case 'word-left':
      return only({ ...state, cursor: wordStart(text, cursor) });
    case 'word-right':
      return only({ ...state, cursor: wordEnd(text, cursor) });
    case 'home':
      return only({ ...state, cursor: 0 });
    case 'end':
      return only({ ...state, cursor: text.length });
    case 'up':
      return only(browse(state, state.browsing + 1, history));
    case 'down':
      return only(browse(state, state.browsing - 1, history));
    case 'interrupt':
      return { state: EMPTY_LINE, effects: [{ kind: 'interrupt' }] };
    case 'clear':
      return { state, effects: [{ kind: 'clear' }] };
  }
}

export function inserted(state: LineState, added: string): LineState {
  const { text, cursor } = state;
  return { ...state, text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

function only(state: LineState): LineStep {
  return { state, effects: [] };
}

/** Every whole line is entered; what comes after the last break is left to be edited. */
function paste(state: LineState, pasted: string): LineStep {
  const after = state.text.slice(state.cursor);
  const lines = (state.text.slice(0, state.cursor) + pasted).split('\n');
  const last = lines.pop() ?? '';
  const effects = lines.map((line) => ({ kind: 'submit' as const, line }));
  return {
    state: { ...(effects.length > 0 ? EMPTY_LINE : state), text: last + after, cursor: last.length },
    effects,
  };
}

function without(state: LineState, from: number, to: number): LineState {
  return { ...state, text: state.text.slice(0, from) + state.text.slice(to), cursor: from };
}

function browse(state: LineState, browsing: number, history: readonly string[]): LineState {
  if (browsing < 0 || browsing > history.length) return state;
  const aside = state.browsing === 0 ? state.text : state.aside;
  const text = browsing === 0 ? aside : (history.at(-browsing) ?? '');
  return { text, cursor: text.length, browsing, aside };
}

function before(text: string, cursor: number): number {
  return cursor - ([...text.slice(0, cursor)].at(-1)?.length ?? 0);
}

function after(text: string, cursor: number): number {
  return cursor + ([...text.slice(cursor)][0]?.length ?? 0);
}

function wordStart(text: string, cursor: number): number {
  return lastWordStart(text.slice(0, cursor));
}

function wordEnd(text: string, cursor: number): number {
  return cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
}
