/**
 * Texts that people see stand in messages/, in every language. A text written into a component would be English for
 * everybody.
 */

/** Attributes and properties that people see or hear. */
const SEEN = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title'],
  ...['label', 'text', 'description', 'heading', 'hint', 'caption', 'summary', 'message', 'tooltip', 'detail'],
]);

/** The same in every language: names, formats, keys and units. */
const NAMES =
  /\b(?:Asyground|Asymptote|asy|TeX|LaTeX|pdfLaTeX|XeLaTeX|LuaLaTeX|Vim|Emacs|SVG|PDF|PNG|EPS|HTML|WebGL|JSON|API|HTTP|URL|DAG|CSV|OpenAPI|Redis|BullMQ|Markdown|Ctrl|Shift|Alt|Esc|Enter|Tab|GitHub|[KMG]i?B|ms|s|px|cm|dpi|x)\b/gu;

const hasText = (text) => /\p{L}/u.test(text.replace(NAMES, ''));

/** The texts that an expression may become. */
function* textsOf(node) {
  if (node === null || node === undefined) return;
  if (node.type === 'Literal' && typeof node.value === 'string') yield [node, node.value];
  else if (node.type === 'TemplateLiteral') yield [node, node.quasis.map(({ value }) => value.cooked).join(' ')];
  else if (node.type === 'JSXExpressionContainer') yield* textsOf(node.expression);
  else if (node.type === 'ConditionalExpression') {
    yield* textsOf(node.consequent);
    yield* textsOf(node.alternate);
  } else if (node.type === 'LogicalExpression') yield* textsOf(node.right);
  else if (node.type === 'BinaryExpression' && node.operator === '+') {
    yield* textsOf(node.left);
    yield* textsOf(node.right);
  }
}

const looseStrings = {
  meta: { type: 'problem', schema: [], messages: { loose: 'a text that people see belongs in messages/: "{{text}}"' } },
  create(context) {
    const check = (value) => {
      for (const [node, text] of textsOf(value)) {
        if (hasText(text)) context.report({ node, messageId: 'loose', data: { text: text.trim().slice(0, 40) } });
      }
    };
    return {
      JSXText(node) {
        if (hasText(node.value))
          context.report({ node, messageId: 'loose', data: { text: node.value.trim().slice(0, 40) } });
      },
      JSXAttribute(node) {
        if (SEEN.has(node.name.name)) check(node.value);
      },
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer'(node) {
        check(node);
      },
      Property(node) {
        const name = node.key.name ?? node.key.value;
        if (SEEN.has(name) && node.parent.type === 'ObjectExpression') check(node.value);
      },
    };
  },
};

export default { rules: { 'loose-strings': looseStrings } };
