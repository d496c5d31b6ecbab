import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';

/** The seven lines of the Asymptote manual's "Command-Line Interface", as curl sends them (docs/render-api.md, 9). */

const EXAMPLES = '/usr/share/doc/asymptote/examples';
const TEAPOT = 'import teapot;';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

async function curl(query: string, body: string | Buffer): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(`${product.url}/${query}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function picture(query: string, body: string | Buffer): Promise<Buffer> {
  const { status, bytes } = await curl(query, body);
  expect([query, status, status === 200 ? '' : bytes.toString()]).toEqual([query, 200, '']);
  return bytes;
}

describe("the manual's lines", () => {
  it('import venn, ?f=svg', async () => {
    const svg = (await picture('?f=svg', 'import venn;')).toString();
    expect(svg).toMatch(/^<\?xml[^]*<\/svg>\s*$/);
    // Both circles and what they share.
    for (const colour of ['#ff0000', '#00ff00', '#ffff00']) expect(svg).toContain(colour);
  });

  it('@Klein.asy, without options', async () => {
    const html = (await picture('', await readFile(`${EXAMPLES}/Klein.asy`))).toString();
    expect(html).toMatch(/^<!DOCTYPE html>[^]*<\/html>\s*$/);
  });

  it('import teapot, ?f=v3d', async () => {
    const v3d = await picture('?f=v3d', TEAPOT);
    // Its format is XDR inside of gzip.
    expect(v3d.subarray(0, 2).toString('hex')).toBe('1f8b');
  });

  it.each(['?f=pdf', '?f=pdf&render=4', '?f=pdf&prc', '?f=pdf&prc&render=4'])('import teapot, %s', async (query) => {
    expect((await picture(query, TEAPOT)).toString('latin1')).toMatch(/^%PDF-[^]*%%EOF\s*$/);
  });

  it('import olympiad, which is a module of our own', async () => {
    const svg = (await picture('?f=svg', 'import olympiad; size(2cm); draw(incircle((0,0),(4,0),(0,3)));')).toString();
    expect(svg).toMatch(/<path[^]*<\/svg>\s*$/);
  });

  it('import animation: a movie is an animated svg, or a gif', async () => {
    const frames = 'for(int i=0; i < 5; ++i) {save(); draw(unitcircle); dot(dir(72i)); a.add(); restore();}';
    const movie = (words: string) => `import animation; size(2cm); animation a; ${frames} a.movie(${words});`;
    const svg = (await picture('?f=svg', movie(''))).toString();
    expect(svg.match(/class="frame"/g)).toHaveLength(5);
    expect(svg).toMatch(/<\/svg>\s*$/);
    const gif = await picture('?f=svg', movie('format="gif"'));
    expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  });

  it('calls the program by the name that clients cut off', async () => {
    const { status, bytes } = await curl('?f=svg', 'import venn;\ndrw(unitcircle);');
    expect([status, JSON.parse(bytes.toString())]).toEqual([
      415,
      { msg: 'Asymptote error.', reason: expect.stringMatching(/^-: 2\.1: /) },
    ]);
  });
});
