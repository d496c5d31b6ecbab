import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/render-api.md, 17, from the program to whoever shows its picture. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

const FIGURE = 'size(2cm);\ndraw((0,0)--(1,1));\nlabel("$x$", (1,0));\n';
const TITLE = 'A <line> & "more"';
const ALT = 'From the lower left to the upper right.';
const TOLD = `${FIGURE}// title: ${TITLE}\n// alt: ${ALT}\n`;
const link = z.object({ id: z.string(), title: z.string(), alt: z.string().optional(), token: z.string() });

function post(address: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(product.url + address, { method: 'POST', body, headers });
}

const textOf = async (answer: Promise<Response>) => (await answer).text();
const bare = (svg: string) =>
  svg.replace(/ role='img' aria-labelledby='[^']*'|\n<(title|desc) id='[^']*'>[^<]*<\/\1>/g, '');

describe('a described picture', () => {
  it('17: is the same SVG with a title and a description, rendered or from the cache', async () => {
    const plain = await textOf(post('/render', FIGURE));
    expect(plain).not.toMatch(/<title|<desc|role=/);
    const svg = await textOf(post('/render', TOLD));
    expect(svg).toContain('>A &#60;line&#62; &#38; &#34;more&#34;</title>');
    expect(svg).toContain(`>${ALT}</desc>`);
    expect(bare(svg)).toBe(plain);
    // A server that has just started does not know its toolchain yet, and keeps nothing.
    const kept = await until('it is in the cache', async () => {
      const again = await post('/render', TOLD);
      return again.headers.get('x-cache') === 'hit' ? again : undefined;
    });
    expect(await kept.text()).toBe(svg);
  });

  it('17: is described at every other endpoint', async () => {
    expect(await textOf(post('/?f=svg', TOLD))).toContain('</desc>');
    expect(await textOf(post('/asymptote/svg', TOLD))).toContain('</desc>');
    const asked = await post('/render', TOLD, { prefer: 'respond-async' });
    const answer = await until('the render has ended', async () => {
      const told = await fetch(product.url + (asked.headers.get('location') ?? ''));
      return told.status === 202 ? undefined : told;
    });
    expect(await answer.text()).toContain('</desc>');
  });

  it('17: describes the picture of the main program only', async () => {
    const answer = await post('/render', `${TOLD}shipout("other");`, { accept: 'application/json' });
    const { results } = z
      .object({ results: z.array(z.object({ filename: z.string().optional(), data: z.string() })) })
      .parse(await answer.json());
    expect(results.map(({ filename, data }) => [filename, data.includes('</desc>')])).toEqual([
      [undefined, true],
      ['other.svg', false],
    ]);
  });

  it.each(['latex', 'pdflatex', 'lualatex'])('17: is a PDF with properties, made with %s', async (engine) => {
    const bytes = new Uint8Array(await (await post(`/render?format=pdf&engine=${engine}`, TOLD)).arrayBuffer());
    const document = await getDocument({ data: bytes, verbosity: 0, stopAtErrors: true }).promise;
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: TITLE, Subject: ALT });
    const drawn = await (await document.getPage(1)).getOperatorList();
    expect(drawn.fnArray.length).toBeGreaterThan(0);
    await document.destroy();
  });
});

describe('a link to a described picture', () => {
  it('17: is called by its title, and shows what it says', async () => {
    const share = (main: string, more: object = {}) =>
      JSON.stringify({ files: [{ name: 'main.asy', text: main }], main: 'main.asy', ...more });
    const json = { 'content-type': 'application/json' };
    const made = link.parse(await (await post('/api/links', share(TOLD), json)).json());
    expect(made).toMatchObject({ title: TITLE, alt: ALT });
    const page = `${product.url}/s/${made.id}`;
    expect(await textOf(fetch(`${page}/picture.svg`))).toContain('</desc>');
    const shown = await textOf(fetch(page));
    expect(shown).toContain(`alt="${ALT}"`);
    expect(shown).toContain(`[![${ALT}](`);
    expect(await textOf(fetch(`${product.url}/embed/${made.id}`))).toContain(`alt="${ALT}"`);
    const oembed = await fetch(`${product.url}/oembed?url=${encodeURIComponent(page)}`);
    expect(await oembed.json()).toMatchObject({ title: TITLE, description: ALT });
    const changed = await fetch(`${product.url}/api/links/${made.id}`, {
      method: 'PUT',
      body: share(FIGURE, { title: 'Mine' }),
      headers: { ...json, authorization: `Bearer ${made.token}` },
    });
    expect(changed.status).toBe(200);
    const read = await (await fetch(`${product.url}/api/links/${made.id}`)).json();
    expect(read).toMatchObject({ title: 'Mine' });
    expect(read).not.toHaveProperty('alt');
  });
});
