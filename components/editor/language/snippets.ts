/** Pieces of programs that completion offers, with places to fill in as Monaco writes them. */
interface Snippet {
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

export const SNIPPETS: readonly Snippet[] = [
  { name: 'for', about: 'For loop', text: 'for (int ${1:i} = 0; $1 < ${2:10}; ++$1) {\n  $0\n}' },
  { name: 'foreach', about: 'For-each loop', text: 'for (${1:pair} ${2:z} : ${3:points}) {\n  $0\n}' },
  { name: 'if', about: 'Condition', text: 'if (${1:condition}) {\n  $0\n}' },
  { name: 'function', about: 'Function', text: '${1:real} ${2:f}(${3:real x}) {\n  return ${0:x};\n}' },
  { name: 'struct', about: 'Struct', text: 'struct ${1:Name} {\n  ${2:real x};\n  $0\n}' },
  { name: 'size', about: 'Picture size', text: 'size(${1:8cm});$0' },
  {
    name: 'triangle',
    about: 'Labelled triangle',
    text: [
      'pair A = ${1:(0, 0)}, B = ${2:(4, 0)}, C = ${3:(1, 3)};',
      'draw(A -- B -- C -- cycle);',
      'label("\\$A\\$", A, SW);',
      'label("\\$B\\$", B, SE);',
      'label("\\$C\\$", C, N);$0',
    ].join('\n'),
  },
  {
    name: 'graph',
    about: 'Graph of a function with axes',
    text: [
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
    about: 'Number with a slider',
    text: 'real ${1:a} = ${2:1};  // slider ${3:0}..${4:5} step ${5:0.1}$0',
  },
];
