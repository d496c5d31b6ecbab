import { readFileSync } from 'node:fs';

/** The figures that speed is measured with: the three that targets are set for, and others of every kind. */

export interface Figure {
  readonly name: string;
  readonly code: string;
  /** Pixels per bp, if not as many as asy takes by itself. */
  readonly render?: number;
}

const PATHS = `size(6cm);
pen[] pens = {red, blue, heavygreen};
for (int i = 0; i < 12; ++i) draw(rotate(30i)*((0,0)..(1,0.4)..(2,0)), pens[i % 3]);
fill(circle((0,0), 0.3), lightgray);
draw(unitcircle, dashed);
`;

const LABELS = `size(6cm);
pair A = (0,0), B = (4,0), C = (0,3);
draw(A--B--C--cycle);
label("$\\frac{a}{b}$", A, SW);
label("$\\sqrt{x^2+y^2}$", B, SE);
label("C", C, N);
`;

const GRAPH = `import graph;
size(9cm, 6cm, IgnoreAspect);
draw(graph(sin, 0, 10), red, "$\\sin x$");
draw(graph(cos, 0, 10), blue, "$\\cos x$");
xaxis("$x$", BottomTop, LeftTicks);
yaxis("$y$", LeftRight, RightTicks);
add(legend(), point(E), 20E);
`;

export const REFERENCE: Readonly<Record<'paths' | 'labels' | 'graph', Figure>> = {
  paths: { name: 'paths', code: PATHS },
  labels: { name: 'labels', code: LABELS },
  graph: { name: 'graph', code: GRAPH },
};

/** A surface with axes and a label, as somebody begins in space. */
export const SCENE: Figure = {
  name: 'a scene',
  code: `import three;
size(200);
currentprojection = perspective(4, 3, 2);
draw(unitsphere, lightblue);
draw(O--2X, red, Arrow3);
draw(O--2Y, green, Arrow3);
draw(O--2Z, blue, Arrow3);
label("$x$", 2X, E);
`,
};

/** As a page asks for it. */
export const FINE_SCENE: Figure = { ...SCENE, name: 'a scene, 4 pixels per bp', render: 4 };

/** Of asymptote's own examples, those with shadings, patterns and layers: asy makes a pdf of them on the way to svg. */
export function shadedFigures(): Figure[] {
  const folder = '/usr/share/doc/asymptote/examples';
  return ['layers', 'hatch', 'tiling', 'laserlattice'].map((name) => ({
    name,
    code: readFileSync(`${folder}/${name}.asy`, 'utf8'),
  }));
}

const EXAMPLES = [
  'geometry-nine-point-circle',
  'geometry-unit-circle',
  'functions-taylor',
  'functions-gradient-field',
  'data-bar-chart',
  'computing-binary-tree',
  'computing-flow-chart',
  'patterns-penrose',
  'physics-lens',
];

export function allFigures(): Figure[] {
  const examples = EXAMPLES.map((name) => ({ name, code: readFileSync(`examples/${name}.asy`, 'utf8') }));
  return [...Object.values(REFERENCE), ...examples];
}

/** A figure that grows: so many points, each with a label of its own. */
export function grown(labels: number): Figure {
  const code = `size(12cm);\nfor (int i = 0; i < ${labels}; ++i) { dot((i % 20, i # 20)); label("$x_{" + string(i) + "}$", (i % 20, i # 20), NE); }\n`;
  return { name: `${labels} labels`, code };
}

/** Figures that need more than the 3 s of a fast task, or nearly so: one chooses medium. */
export const MEDIUM: readonly Figure[] = [
  grown(2000),
  grown(4000),
  manyPaths(8000),
  pixels(420),
  pixels(550),
  pixels(700),
];

/** Figures that need more than the 10 s of a medium task, or might: one chooses slow. */
export const SLOW: readonly Figure[] = [grown(6000), pixels(800), pixels(1000), pixels(1200)];

function manyPaths(paths: number): Figure {
  const code = `size(10cm);\nfor (int i = 0; i < ${paths}; ++i) { real t = i/50; draw((t*cos(t),t*sin(t))..(t+1,t*sin(t+1))..(t,t), hsv(i % 360, 1, 0.7)); }\n`;
  return { name: `${paths} paths`, code };
}

function pixels(side: number): Figure {
  const code = `import palette;
size(8cm);
real iterations(real x, real y) {
  pair z = 0, c = (x, y);
  int n = 0;
  while (n < 60 && abs(z) < 2) { z = z*z + c; ++n; }
  return n;
}
image(iterations, (-2,-1.3), (0.7,1.3), nx=${side}, ny=${side}, Rainbow());
`;
  return { name: `${side} x ${side} pixels`, code };
}
