/**
 * Refuses words that the glossary (docs/ARCHITECTURE.md) has given up, in names and in comments: whoever reads the code
 * finds one word for a thing, and the one that the field uses.
 */

/** Each with what is said instead. */
const GIVEN_UP = {
  ear: 'consumer or subscriber',
  ears: 'consumer or subscriber',
  lever: 'admin action',
  levers: 'admin actions',
  desk: 'store',
  crew: 'local workers',
  lifeline: 'rejectOnClose',
  census: 'membership',
  portrait: 'snapshot',
  obedience: 'applyControl',
  historian: 'history',
  witness: 'digest or observer',
  door: 'endpoint',
  doors: 'endpoints',
  seat: 'host key',
  wish: 'request',
};

/** At the end of a name: `denialWords` is `denialText`. */
const SUFFIXES = { word: 'message, text or args', words: 'message, text or args' };

const IN_COMMENT = new RegExp(`\\b(?:${Object.keys(GIVEN_UP).join('|')})\\b`, 'gi');

/** `heldBytes`, `HELD_BYTES` and `HeldBytes` are all `held` and `bytes`. */
function partsOf(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(Boolean);
}

function insteadOf(name) {
  const parts = partsOf(name);
  const last = parts.at(-1) ?? '';
  for (const part of parts) if (Object.hasOwn(GIVEN_UP, part)) return [part, GIVEN_UP[part]];
  return parts.length > 1 && Object.hasOwn(SUFFIXES, last) ? [last, SUFFIXES[last]] : undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
const givenUp = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { givenUp: '"{{word}}" is given up: say {{instead}} (docs/ARCHITECTURE.md, "Glossary")' },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        for (const { type, value, loc } of sourceCode.ast.tokens ?? []) {
          const found = type === 'Identifier' ? insteadOf(value) : undefined;
          if (found) context.report({ loc, messageId: 'givenUp', data: { word: found[0], instead: found[1] } });
        }
        for (const { value, loc } of sourceCode.getAllComments()) {
          for (const [word] of value.matchAll(IN_COMMENT)) {
            if (!loc) continue;
            context.report({ loc, messageId: 'givenUp', data: { word, instead: GIVEN_UP[word.toLowerCase()] } });
          }
        }
      },
    };
  },
};

export default { rules: { 'given-up': givenUp } };
