import { readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { startProduct, type Product } from './product';

/** docs/render-api.md, 14 to 16, over real HTTP and with clients of Kroki. */

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'asyground-kroki-'));
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const FIGURE = 'size(2cm); draw((0,0)--(1,1));';
const BROKEN = 'size(2cm);\ndrw(unitcircle);';
const encoded = (source: string | Buffer) => deflateSync(source, { level: 9 }).toString('base64url');
const STARTS = { svg: '<?xml', png: '\x89PNG', pdf: '%PDF-' };

function post(address: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(product.url + address, { method: 'POST', body, headers: { 'content-type': 'text/plain', ...headers } });
}

function postJson(address: string, value: unknown): Promise<Response> {
  return post(address, JSON.stringify(value), { 'content-type': 'application/json' });
}

async function startOf(answer: Response): Promise<string> {
  return Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5);
}

describe('the addresses of Kroki', () => {
  it('14: answer each format by GET, and may be kept', async () => {
    for (const [format, start] of Object.entries(STARTS)) {
      const answer = await fetch(`${product.url}/asymptote/${format}/${encoded(FIGURE)}`);
      expect([format, answer.status, answer.headers.get('cache-control')]).toEqual([
        format,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(await startOf(answer)).toContain(start);
      const again = await fetch(answer.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    }
    const clock = await fetch(`${product.url}/asymptote/svg/${encoded(`${FIGURE} // time`)}`);
    expect(clock.headers.get('cache-control')).toBe('no-cache');
  });

  it('14: take a text or JSON by POST', async () => {
    const json = { diagram_source: FIGURE, diagram_type: 'asymptote' };
    for (const [format, start] of Object.entries(STARTS)) {
      expect(await startOf(await post(`/asymptote/${format}`, FIGURE))).toContain(start);
      expect(await startOf(await postJson(`/asymptote/${format}`, { diagram_source: FIGURE }))).toContain(start);
      expect(await startOf(await postJson('/asymptote', { ...json, output_format: format }))).toContain(start);
      expect(await startOf(await postJson('/', { ...json, output_format: format }))).toContain(start);
    }
    expect(await startOf(await post('/asymptote', FIGURE, { accept: 'image/png' }))).toContain('PNG');
    expect(await startOf(await post('/asymptote/svg/', FIGURE))).toContain('<?xml');
    const nulls = { ...json, output_format: null, diagram_options: null };
    expect(await startOf(await postJson('/', nulls))).toContain('<?xml');
    expect((await postJson('/', { ...json, diagram_type: 'plantuml' })).status).toBe(400);
    for (const address of ['/', '/asymptote', '/asymptote/svg']) {
      const { status, headers } = await fetch(product.url + address, { method: 'OPTIONS' });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    }
  });

  it('14: leave programs to POST / that only say that they are JSON', async () => {
    const answer = await post('/?f=svg', FIGURE, { 'content-type': 'application/json' });
    expect([answer.status, await startOf(answer)]).toEqual([200, '<?xml']);
  });

  it('15: know our options wherever Kroki has them, and leave others alone', async () => {
    const widthOf = async (answer: Response) => Number(/width='([\d.]+)pt'/.exec(await answer.text())?.[1]);
    const plain = await widthOf(await post('/asymptote/svg', FIGURE));
    const asked = [
      post('/asymptote/svg?scale=2&theme=dark', FIGURE),
      post('/asymptote/svg', FIGURE, { 'Kroki-Diagram-Options-Scale': '2', 'Kroki-Diagram-Options-Theme': 'x' }),
      postJson('/asymptote/svg', { diagram_source: FIGURE, diagram_options: { scale: 2, theme: 'x' } }),
    ];
    for (const answer of asked) expect((await widthOf(await answer)) / plain).toBeCloseTo(2, 3);
    expect((await post('/asymptote/svg?scale=1000', FIGURE)).status).toBe(400);
  });

  it('16: tell what is wrong, and where', async () => {
    const failed = await fetch(`${product.url}/asymptote/svg/${encoded(BROKEN)}`);
    expect([failed.status, failed.headers.get('content-type'), failed.headers.get('cache-control')]).toEqual([
      400,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
    expect(await failed.text()).toMatch(/^Error 400: main\.asy:2:1: .*drw/);
    const json = await post('/asymptote/svg', BROKEN, { accept: 'application/json' });
    expect(await json.json()).toEqual({
      error: { code: 400, message: expect.stringMatching(/^main\.asy:2:1: /) },
    });
    const image = await post('/asymptote/svg', BROKEN, { accept: 'image/*' });
    expect([image.status, image.headers.get('content-type')]).toEqual([400, 'image/svg+xml']);
    for (const address of ['/asymptote/svg/nonsense', `/asymptote/jpeg/${encoded(FIGURE)}`])
      expect([address, (await fetch(product.url + address)).status]).toEqual([address, 400]);
    for (const body of ['', 'write(1);']) expect((await post('/asymptote/svg', body)).status).toBe(400);
    expect((await postJson('/asymptote/svg', { source: FIGURE })).status).toBe(400);
  });

  it('14: give up at the limit of a program, however small it is packed', async () => {
    const bomb = encoded(Buffer.alloc(30_000_000, ' '));
    expect((await fetch(`${product.url}/asymptote/svg/${bomb}`)).status).toBe(413);
    expect((await post('/asymptote/svg', ' '.repeat(SUBMISSION_LIMITS.maxProgramBytes + 1))).status).toBe(413);
  });
});

type Tree = Record<string, unknown>;
const configuration = z.object({
  default: z.object({
    plugins: z.tuple([
      z.tuple([
        z.custom<(options: object) => (tree: Tree) => Promise<void>>((value) => typeof value === 'function'),
        z.record(z.string(), z.unknown()),
      ]),
    ]),
  }),
});

/** The configuration that the page shows, with the address of this server. */
async function documented(client: string) {
  const page = readFileSync('docs/render-api.md', 'utf8');
  const [, code = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].find(([, text = '']) => text.includes(client)) ?? [];
  const entry = pathToFileURL(path.resolve('node_modules', client, ENTRIES[client] ?? '')).href;
  const file = path.join(folder, `${client}.mjs`);
  writeFileSync(file, code.replace(`'${client}'`, `'${entry}'`).replace('https://HOST', product.url));
  const [[plugin, options]] = configuration.parse(await import(/* @vite-ignore */ file)).default.plugins;
  return { plugin, options };
}

const ENTRIES: Readonly<Record<string, string>> = { 'remark-kroki': 'lib/index.mjs', 'rehype-kroki': 'index.js' };

function html(source: string): Tree {
  const code = {
    type: 'element',
    tagName: 'code',
    properties: { className: ['language-asymptote'] },
    children: [{ type: 'text', value: source }],
  };
  return { type: 'root', children: [{ type: 'element', tagName: 'pre', properties: {}, children: [code] }] };
}

/** The picture of a data address somewhere in a tree. */
function pictureIn(tree: Tree): string {
  const data = /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(JSON.stringify(tree))?.[1] ?? '';
  return Buffer.from(data, 'base64').toString('utf8');
}

describe('a client of Kroki, set up as documented', () => {
  it('draws a block of Markdown: remark-kroki', async () => {
    const { plugin, options } = await documented('remark-kroki');
    const tree: Tree = { type: 'root', children: [{ type: 'code', lang: 'asymptote', meta: null, value: FIGURE }] };
    await plugin(options)(tree);
    expect(pictureIn(tree)).toMatch(/^<\?xml[^]*<path[^]*<\/svg>\s*$/);
  });

  it('draws a block of HTML, and is told where an error is: rehype-kroki', async () => {
    const { plugin, options } = await documented('rehype-kroki');
    const tree = html(FIGURE);
    await plugin({ ...options, cacheDir: '' })(tree);
    expect(pictureIn(tree)).toMatch(/^<\?xml[^]*<path[^]*<\/svg>\s*$/);
    await expect(plugin({ ...options, cacheDir: '' })(html(BROKEN))).rejects.toThrow(/HTTP 400 .*main\.asy:2:1: /);
  });

  it('leaves an address that is a picture: rehype-kroki', async () => {
    const { plugin, options } = await documented('rehype-kroki');
    const tree = html(FIGURE);
    await plugin({ ...options, strategy: 'url' })(tree);
    const [, address = ''] = /"src":"([^"]+)"/.exec(JSON.stringify(tree)) ?? [];
    expect(address).toContain(`${product.url}/asymptote/svg/`);
    expect(await startOf(await fetch(address))).toBe('<?xml');
  });
});
