/** Asymptote in one minute: small pieces that work when they are put into a program. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

export const CHEAT_SHEET: readonly Snippet[] = [
  { title: 'Picture size', code: 'size(8cm);' },
  { title: 'Line', code: 'draw((0, 0) -- (2, 1));' },
  { title: 'Smooth curve', code: 'draw((0, 0) .. (1, 1) .. (2, 0));' },
  { title: 'Filled shape', code: 'filldraw((0, 0) -- (2, 0) -- (1, 1.5) -- cycle, palecyan, blue);' },
  { title: 'Circle and arc', code: 'draw(circle((0, 0), 1));\ndraw(arc((0, 0), 1.2, 0, 90));' },
  { title: 'Pen', code: 'draw(unitsquare, red + dashed + linewidth(1.5));' },
  { title: 'Arrow', code: 'draw((0, 0) -- (2, 1), Arrow);' },
  { title: 'Label with TeX', code: 'label("$\\int_0^1 x^2\\,dx$", (0, 0), NE);' },
  { title: 'Labelled point', code: 'dot("$P$", (1, 1), N);' },
  { title: 'Rotate, shift, scale', code: 'draw(shift(2, 0) * rotate(30) * scale(1.5) * unitsquare);' },
  { title: 'Loop', code: 'for (int i = 0; i < 6; ++i) draw((0, 0) -- dir(60i));' },
  { title: 'Function', code: 'real f(real x) { return x ^ 2; }' },
  {
    title: 'Graph',
    code: 'import graph;\ndraw(graph(sin, -pi, pi), heavyblue);\nxaxis("$x$", Arrow);\nyaxis("$y$", Arrow);',
  },
  { title: 'Slider', code: 'real a = 1;  // slider 0..5 step 0.1' },
];
