import type { en } from '@/messages/en';

/** Pieces of programs that completion offers, with places to fill in as Monaco writes them. */
interface Snippet {
  readonly name: keyof typeof en.editor.snippets;
  readonly code: string;
}

export const SNIPPETS: readonly Snippet[] = [
  { name: 'for', code: 'for (int ${1:i} = 0; $1 < ${2:10}; ++$1) {\n  $0\n}' },
  { name: 'foreach', code: 'for (${1:pair} ${2:z} : ${3:points}) {\n  $0\n}' },
  { name: 'if', code: 'if (${1:condition}) {\n  $0\n}' },
  { name: 'function', code: '${1:real} ${2:f}(${3:real x}) {\n  return ${0:x};\n}' },
  { name: 'struct', code: 'struct ${1:Name} {\n  ${2:real x};\n  $0\n}' },
  { name: 'size', code: 'size(${1:8cm});$0' },
  {
    name: 'triangle',
    code: [
      'pair A = ${1:(0, 0)}, B = ${2:(4, 0)}, C = ${3:(1, 3)};',
      'draw(A -- B -- C -- cycle);',
      'label("\\$A\\$", A, SW);',
      'label("\\$B\\$", B, SE);',
      'label("\\$C\\$", C, N);$0',
    ].join('\n'),
  },
  {
    name: 'graph',
    code: [
      'import graph;',
      'size(${1:8cm}, 0);',
      'real f(real x) { return ${2:sin(x)}; }',
      'draw(graph(f, ${3:-pi}, ${4:pi}), ${5:heavyblue});',
      'xaxis("\\$x\\$", Arrow);',
      'yaxis("\\$y\\$", Arrow);$0',
    ].join('\n'),
  },
  {
    name: 'slider',
    code: 'real ${1:a} = ${2:1};  // slider ${3:0}..${4:5} step ${5:0.1}$0',
  },
];
