/** What a terminal sends, as keys: text as it is, everything else by name. */

export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: NamedKey };

type NamedKey = (typeof NAMES)[keyof typeof NAMES];

const NAMES = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x05': 'end',
  '\x06': 'right',
  '\x0b': 'kill-after',
  '\x0c': 'clear',
  '\x0e': 'down',
  '\x10': 'up',
  '\x15': 'kill-before',
  '\x17': 'kill-word',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1b[C': 'right',
  '\x1b[D': 'left',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1bOC': 'right',
  '\x1bOD': 'left',
  '\x1b[H': 'home',
  '\x1b[F': 'end',
  '\x1bOH': 'home',
  '\x1bOF': 'end',
  '\x1b[3~': 'delete',
  '\x1b[1;5C': 'word-right',
  '\x1b[1;5D': 'word-left',
  '\x1bf': 'word-right',
  '\x1bb': 'word-left',
} as const;

/** A paste between its marks, a control sequence, Escape with a letter, a control character, or text up to the next. */
const PIECES = /\x1b\[200~([^]*?)(?:\x1b\[201~|$)|\x1b[[O][\d;]*[A-Za-z~]|\x1b.?|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g;

export function decodeKeys(data: string): Key[] {
  return [...data.matchAll(PIECES)].flatMap(([piece, pasted]): Key[] => {
    if (pasted !== undefined) return [{ kind: 'paste', text: pasted.replaceAll('\r\n', '\n').replaceAll('\r', '\n') }];
    if (piece in NAMES) return [{ kind: NAMES[piece as keyof typeof NAMES] }];
    return piece < ' ' ? [] : [{ kind: 'text', text: piece }];
  });
}
