import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';

/** A render over the real socket against a direct run of asy: the same picture, the same words. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

const FIGURES: Record<string, string> = {
  paths: 'size(4cm); draw((0,0)--(1,1)--(1,0)--cycle); fill(circle((2,0.5),0.4), lightblue);',
  labels: 'size(5cm); draw((0,0)--(2,1)); label("$\\frac{a}{b}$",(0,0),SW); label("x",(2,1),NE); write("drawn");',
  graph:
    'import graph; size(6cm,4cm); real f(real x){return sin(x);} draw(graph(f,0,6)); xaxis("$x$",BottomTop,LeftTicks); yaxis("$y$",LeftRight,RightTicks);',
};

function direct(source: string, format: string): { output: string; picture: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-direct-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), source);
    const output = execFileSync('sh', ['-c', `asy -noglobalread -f ${format} main.asy 2>&1`], {
      cwd: folder,
      env: { ...process.env, SOURCE_DATE_EPOCH: '0', HOME: folder },
      encoding: 'utf8',
    });
    return { output, picture: readFileSync(path.join(folder, `main.${format}`)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function viaProduct(source: string, format: 'svg' | 'pdf' | 'png' | 'html') {
  return product.client().render({ files: { 'main.asy': source }, main: 'main.asy', options: { format } }).finished;
}

describe('a render through the whole product', () => {
  for (const [name, source] of Object.entries(FIGURES)) {
    it(`draws ${name} as asy itself does, in svg`, async () => {
      const render = await viaProduct(source, 'svg');
      const { output, picture } = direct(source, 'svg');
      expect(render.ending).toMatchObject({ kind: 'complete' });
      expect(render.results).toHaveLength(1);
      expect(Buffer.from(render.results[0]?.bytes ?? []).toString()).toBe(picture.toString());
      expect(new TextDecoder().decode(render.output.stdout)).toBe(output);
    });
  }

  it('draws the same pixels in png', async () => {
    const render = await viaProduct(FIGURES.labels ?? '', 'png');
    const ours = PNG.sync.read(Buffer.from(render.results[0]?.bytes ?? []));
    const theirs = PNG.sync.read(direct(FIGURES.labels ?? '', 'png').picture);
    expect([ours.width, ours.height]).toEqual([theirs.width, theirs.height]);
    expect(pixelmatch(ours.data, theirs.data, undefined, ours.width, ours.height, { threshold: 0 })).toBe(0);
  });

  it('draws the same bytes in pdf', async () => {
    const render = await viaProduct(FIGURES.paths ?? '', 'pdf');
    expect(Buffer.from(render.results[0]?.bytes ?? []).equals(direct(FIGURES.paths ?? '', 'pdf').picture)).toBe(true);
  });

  it('draws a picture in space in png, on a display of its own', async () => {
    const render = await viaProduct('import three; size(3cm); draw(unitsphere, red);', 'png');
    expect(render.ending).toEqual({ kind: 'complete' });
    const { width, height, data } = PNG.sync.read(Buffer.from(render.results[0]?.bytes ?? []));
    const middle = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
    const [red = 0, green = 0] = data.subarray(middle);
    expect(red).toBeGreaterThan(green + 50);
  });

  it('draws it where a scene was asked for, and the program asks for an image', async () => {
    const program = 'settings.outformat = "png"; import three; size(3cm); draw(unitsphere, red);';
    const render = await viaProduct(program, 'html');
    expect(render.ending).toEqual({ kind: 'complete' });
    expect(PNG.sync.read(Buffer.from(render.results[0]?.bytes ?? [])).width).toBeGreaterThan(50);
  });
});
