import type { Messages } from '@/messages';

/** Asymptote in one minute: small pieces that work when they are put into a program. */
export interface Snippet {
  readonly name: keyof Messages['playground']['cheatSheet'];
  readonly code: string;
}

export const CHEAT_SHEET: readonly Snippet[] = [
  { name: 'size', code: 'size(8cm);' },
  { name: 'line', code: 'draw((0, 0) -- (2, 1));' },
  { name: 'curve', code: 'draw((0, 0) .. (1, 1) .. (2, 0));' },
  { name: 'filled', code: 'filldraw((0, 0) -- (2, 0) -- (1, 1.5) -- cycle, palecyan, blue);' },
  { name: 'circle', code: 'draw(circle((0, 0), 1));\ndraw(arc((0, 0), 1.2, 0, 90));' },
  { name: 'pen', code: 'draw(unitsquare, red + dashed + linewidth(1.5));' },
  { name: 'arrow', code: 'draw((0, 0) -- (2, 1), Arrow);' },
  { name: 'label', code: 'label("$\\int_0^1 x^2\\,dx$", (0, 0), NE);' },
  { name: 'point', code: 'dot("$P$", (1, 1), N);' },
  { name: 'transform', code: 'draw(shift(2, 0) * rotate(30) * scale(1.5) * unitsquare);' },
  { name: 'loop', code: 'for (int i = 0; i < 6; ++i) draw((0, 0) -- dir(60i));' },
  { name: 'function', code: 'real f(real x) { return x ^ 2; }' },
  {
    name: 'graph',
    code: 'import graph;\ndraw(graph(sin, -pi, pi), heavyblue);\nxaxis("$x$", Arrow);\nyaxis("$y$", Arrow);',
  },
  { name: 'slider', code: 'real a = 1;  // slider 0..5 step 0.1' },
];
