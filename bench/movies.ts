import { FrameRecorder, type Drawing } from '@/components/workbench/files/frameRecorder';
import { startProduct, WITHOUT_CACHE, type Product } from '@/test/product';
import { percentile, type Section } from './report';

/** Moving pictures of 60 frames without labels, as somebody waits for them: by the socket of a page, and by POST /render. */

const FRAMES = 60;
const TARGET = 'at most 3000 ms';
/** No two submissions are the same. */
let serial = 0;

/** A wave that moves, with the module `animation`. */
function movie(ending: string): string {
  serial += 1;
  return `import animation;
import graph;
size(6cm);
animation wave;
for (int i = 0; i < ${FRAMES}; ++i) {
  save();
  real shift = 2 * pi * i / ${FRAMES};
  draw(box((0, -1.2), (2pi, 1.2)), gray(0.7));
  draw(graph(new real(real x) { return sin(x + shift); }, 0, 2pi, 40), rgb(0.1, 0.3, 0.6) + 1);
  fill(circle((pi, sin(pi + shift)), 0.12), red);
  wave.add();
  restore();
}
wave.${ending};
// ${serial}
`;
}

/** Each frame a file of its own. */
function frames(): string {
  serial += 1;
  return `for (int i = 0; i < ${FRAMES}; ++i) {
  picture frame;
  size(frame, 6cm);
  draw(frame, unitcircle, gray);
  fill(frame, circle(dir(360 * i / ${FRAMES}), 0.1), red);
  shipout("frame" + string(i), frame);
}
// ${serial}
`;
}

/** A program with a slider, at one of its values. */
function still(value: number, of: number): string {
  return `size(6cm);\nreal turn = ${value};\ndraw(unitcircle, gray);\nfill(circle(dir(turn), 0.1), red);\n// ${of}\n`;
}

/** What records a slider asks of the page. */
function workbenchOf(product: Product): Drawing {
  return {
    state: { draft: { main: 'main.asy' }, settings: { durationSeconds: null } },
    async renderAs(format, _pixels, files = {}, time = {}) {
      const { results, ending } = await product
        .client()
        .render({ files, main: 'main.asy', options: { format, ...time } }).finished;
      return ending.kind === 'complete' ? results : undefined;
    },
  };
}

export async function measureMovies(rounds: number): Promise<Section> {
  const product = await startProduct(['--log-level', 'warn', '--self-check-every', '0', ...WITHOUT_CACHE]);
  try {
    const rows: [string, string, string][] = [];
    const add = async (what: string, run: () => Promise<void>) => {
      const took: number[] = [];
      for (let i = 0; i < rounds; i += 1) {
        const startedAt = performance.now();
        await run();
        took.push(performance.now() - startedAt);
      }
      const [middle, worst] = [percentile(took, 0.5), Math.max(...took)];
      rows.push([what, `p50 ${middle.toFixed(0)} ms, at most ${worst.toFixed(0)} ms`, TARGET]);
    };
    await add('movie(), animated SVG', () => bySocket(product, movie('movie()'), 'svg'));
    await add('movie(), animated SVG, POST /render', () => byPost(product, movie('movie()'), 'image/svg+xml'));
    await add('movie(format="gif")', () => bySocket(product, movie('movie(format="gif")'), 'svg'));
    await add('60 files', () => bySocket(product, frames(), 'svg', FRAMES));
    await add('60 values of a slider, as the page records them', async () => {
      const values = Array.from({ length: FRAMES }, (_, i) => (360 * i) / FRAMES);
      serial += 1;
      const of = serial;
      const recorder = new FrameRecorder(workbenchOf(product), 'main.asy', (value) => still(value, of));
      const { failed } = await recorder.record(values, () => undefined);
      if (failed !== undefined) throw new Error(`the frame of ${failed} could not be drawn`);
    });
    return { title: `Moving pictures: ${FRAMES} frames without labels`, rows };
  } finally {
    await product.stop();
  }
}

async function bySocket(product: Product, code: string, format: 'svg', least = 1): Promise<void> {
  const files = { 'main.asy': new TextEncoder().encode(code) };
  const options = { format, duration: 30 };
  const { results, ending } = await product.client().render({ files, main: 'main.asy', options }).finished;
  if (ending.kind !== 'complete' || results.length < least)
    throw new Error(`${results.length} results, ${JSON.stringify(ending)}`);
}

async function byPost(product: Product, code: string, accept: string): Promise<void> {
  const request = { method: 'POST', body: code, headers: { Accept: accept } };
  const answer = await fetch(`${product.url}/render?duration=30`, request);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
