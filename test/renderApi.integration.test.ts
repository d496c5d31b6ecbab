import net from 'node:net';
import { deflateSync } from 'node:zlib';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesWith } from './processes';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/** docs/render-api.md over real HTTP; the numbers are that page's. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

const FIGURE = 'size(2cm); draw((0,0)--(1,1));';
const BROKEN = 'size(2cm);\ndrw(unitcircle);';
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(product.url + path, { method: 'POST', body, headers });
}

function postJson(value: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return post('/render', JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}

const encoded = (source: string) => deflateSync(source, { level: 9 }).toString('base64url');
const isSvg = (text: string) => expect(text).toMatch(/^<\?xml[^]*<\/svg>\s*$/);
/** Points of an svg. */
const widthOf = (svg: string) => Number(/width='([\d.]+)pt'/.exec(svg)?.[1]);

describe('an example of the gallery whose picture is not there yet', () => {
  it.each([
    ['welcome', 'image/svg+xml'],
    ['space-saddle', 'image/png'],
  ])('is drawn when somebody looks: %s', async (name, type) => {
    const answer = await fetch(`${product.url}/examples/${name}/picture`);
    expect([answer.status, answer.redirected, answer.headers.get('content-type')]).toEqual([200, true, type]);
  });
});

describe('POST /render', () => {
  it('2, 3: takes JSON, and answers the picture', async () => {
    const answer = await postJson({ files: { 'main.asy': FIGURE }, main: 'main.asy', options: { format: 'svg' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    isSvg(await answer.text());
  });

  it('2: takes files as a list, and data in base64', async () => {
    const answer = await postJson({
      files: [
        { name: 'figure.asy', text: 'file f=input("n.csv"); real n=f; draw((0,0)--(n,n));' },
        { name: 'n.csv', base64: Buffer.from('40\n').toString('base64') },
      ],
    });
    expect(answer.status).toBe(200);
    isSvg(await answer.text());
  });

  it("18: follows asy's own options, and returns every file by its name", async () => {
    const program = `${FIGURE} write("said"); warning("x", "told"); file f=output("table.csv"); write(f, 1); close(f);`;
    const ask = (args: readonly string[]) =>
      postJson(
        { files: { 'a.asy': program }, options: { arguments: args, stderrRedir: false } },
        { accept: 'application/json' },
      );
    const told = (await (await ask(['-f', 'pdf', '-o', 'b'])).json()) as { results: { filename: string }[] };
    expect(told).toMatchObject({ outcome: 'success', stdout: 'said\n', stderr: expect.stringContaining('told') });
    expect(told.results.map(({ filename }) => filename).sort()).toEqual(['b.pdf', 'table.csv']);
    for (const args of [['-nosafe'], ['-o', '../b'], ['other.asy'], ['-cd', '/']])
      expect([args, (await ask(args)).status]).toEqual([args, 400]);
  });

  it('2: takes a raw body with words in the address, whatever its type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const answer = await post('/render?format=pdf', FIGURE, { 'content-type': type });
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    }
  });

  it('2: takes large data, packed, and says how much is too much', async () => {
    const program = 'real[] a=input("data.txt"); write(a.length); draw((0,0)--(a[0],1));';
    const ask = (data: string) =>
      fetch(`${product.url}/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', accept: 'application/json' },
        body: gzipSync(JSON.stringify({ files: { 'main.asy': program, 'data.txt': data }, main: 'main.asy' })),
      });
    expect(await (await ask('7\n'.repeat(1_000_000))).json()).toMatchObject({
      output: '1000000\n',
      outcome: 'success',
    });
    const refused = await ask('7\n'.repeat(4_200_000));
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('at most 8388608')]);
  });

  it('2: takes a form with several files', async () => {
    const form = new FormData();
    form.set('main', 'figure.asy');
    form.set('format', 'png');
    form.append('files', new Blob(['import shapes; file f=input("n.csv"); real n=f; triangle(n);']), 'figure.asy');
    form.append('files', new Blob(['void triangle(real n) { draw((0,0)--(n,0)--(0,n)--cycle); }']), 'shapes.asy');
    form.append('files', new Blob(['40\n']), 'n.csv');
    const answer = await post('/render', form);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('3: chooses the format by Accept, and tells everything as JSON', async () => {
    const png = await post('/render', FIGURE, { accept: 'image/png' });
    expect(png.headers.get('content-type')).toBe('image/png');
    const source = `${FIGURE} write("said"); shipout("other");`;
    const answer = await postJson({ files: { 'main.asy': source } }, { accept: 'application/json' });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({
      outcome: 'success',
      results: [
        { format: 'svg', type: 'image/svg+xml', encoding: 'utf8', data: expect.stringContaining('</svg>') },
        { format: 'svg', filename: 'other.svg' },
      ],
      output: 'said\n',
      problems: [],
      timings: { queue: expect.any(Number) },
    });
  });

  it('4: scale makes everything larger, background fills the ground', async () => {
    const plain = await (await post('/render', FIGURE)).text();
    const large = await (await post('/render?scale=3&background=ffeecc', FIGURE)).text();
    expect(widthOf(large) / widthOf(plain)).toBeCloseTo(3, 3);
    expect(large.toLowerCase()).toContain("fill='#ffeecc'");
    const scene = await post('/render?format=html&background=f00', 'import three; size(2cm); draw(unitsphere);');
    expect(await scene.text()).toContain('document.asy.background=[1,0,0,1]');
    const placed = await post('/render?scale=2', BROKEN);
    expect(await placed.json()).toMatchObject({ problems: [{ file: 'main.asy', line: 2, column: 1 }] });
  });

  it('4, 6: refuses what it does not know, and says what there is', async () => {
    const answer = await post('/render?formt=svg', FIGURE);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({
      type: '/api-docs#bad-option',
      status: 400,
      detail: 'There is no option "formt"; did you mean "format"?',
    });
    expect((await postJson({ files: {} })).status).toBe(400);
    expect((await postJson({ files: { '../x.asy': '' } })).status).toBe(400);
    expect((await post('/render', 'x'.repeat(600_000))).status).toBe(413);
    expect((await post('/render', 'x'.repeat(17_000_000))).status).toBe(413);
    expect((await post('/render', '{', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await post('/render', 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await post('/render?scale=1&scale=2', FIGURE)).status).toBe(400);
  });

  it('6: tells what is wrong with a program, and where', async () => {
    const answer = await post('/render', BROKEN);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      title: 'The program has an error',
      detail: expect.stringContaining('main.asy:2:1: '),
      problems: [{ severity: 'error', file: 'main.asy', line: 2, column: 1, endColumn: 4 }],
      output: expect.stringContaining('main.asy: 2.1'),
    });
    const empty = await post('/render', 'write("nothing");');
    expect([empty.status, (await empty.json()).type]).toEqual([422, '/api-docs#no-image']);
    const late = await post('/render?duration=0.5', 'while(true);');
    expect([late.status, (await late.json()).type]).toEqual([422, '/api-docs#time-limit']);
  });

  it('6: shows an error as a card where a picture was wanted', async () => {
    const answer = await post('/render', BROKEN, { accept: 'image/*' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'image/svg+xml']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toBe(SANDBOX);
    expect(await answer.text()).toContain('main.asy:2:1: ');
  });
});

describe('the line', () => {
  it('1: a request that is broken off ends its task', async () => {
    const mark = `broken${Date.now()}.asy`;
    const left = new AbortController();
    const asked = fetch(`${product.url}/render?main=${mark}`, {
      method: 'POST',
      body: 'while(true);',
      signal: left.signal,
    }).catch(() => 'left');
    await until('it runs', () => processesWith(mark).length > 0);
    left.abort();
    expect(await asked).toBe('left');
    await until('it is gone', () => processesWith(mark).length === 0);
  });

  it('6: says when to come again if the wait would be too long', async () => {
    const small = await startProduct(['--backends', '1', '--max-predicted-wait-seconds', '5', ...WITHOUT_CACHE]);
    const left = new AbortController();
    try {
      // Nobody is turned away on a guess: something must have run before.
      await fetch(`${small.url}/render?duration=2`, { method: 'POST', body: 'while(true);' });
      const ask = (i: number) =>
        fetch(`${small.url}/render?duration=30`, {
          method: 'POST',
          body: `while(true); // ${i}`,
          signal: left.signal,
        }).catch(() => undefined);
      const refused = await Promise.race(Array.from({ length: 12 }, (_, i) => ask(i)));
      expect(refused?.status).toBe(503);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(5);
      expect(await refused?.json()).toMatchObject({
        type: '/api-docs#overloaded',
        detail: expect.stringMatching(/\d s/),
      });
    } finally {
      left.abort();
      await small.stop();
    }
  });
});

describe('Prefer: respond-async', () => {
  const ended = (address: string, accept: string) =>
    until('the render has ended', async () => {
      const answer = await fetch(product.url + address, { headers: { accept } });
      return answer.status === 202 ? undefined : answer;
    });

  it('8: answers at once with an address, which has the answer in the end', async () => {
    const asked = await post('/render?format=png', FIGURE, { prefer: 'respond-async' });
    expect(asked.status).toBe(202);
    const address = asked.headers.get('location') ?? '';
    expect(await asked.json()).toMatchObject({ state: 'waiting', status: address });
    const picture = await ended(address, '*/*');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await (await ended(address, 'application/json')).json()).toMatchObject({ outcome: 'success' });
  });

  it('8: places problems, can be cancelled, and is found by its whole address only', async () => {
    const asked = await post('/render', BROKEN, { prefer: 'wait=1, respond-async' });
    const failed = await ended(asked.headers.get('location') ?? '', '*/*');
    expect([failed.status, await failed.json()]).toEqual([
      422,
      expect.objectContaining({ problems: [expect.objectContaining({ line: 2, column: 1 })] }),
    ]);
    const long = await post('/render', 'while(true);', { prefer: 'respond-async' });
    const address = long.headers.get('location') ?? '';
    expect((await fetch(product.url + address, { method: 'DELETE' })).status).toBe(204);
    expect((await ended(address, '*/*')).status).toBe(410);
    expect((await fetch(`${product.url}/render/jobs/../../x`)).status).toBe(404);
    expect((await fetch(`${product.url}/render/jobs/00000000-0000-0000-0000-000000000000`)).status).toBe(404);
  });
});

describe('GET /FORMAT/ENCODED', () => {
  it('5: is a picture that may be kept for ever', async () => {
    const address = `${product.url}/svg/${encoded(FIGURE)}`;
    const answer = await fetch(address);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    isSvg(await answer.text());
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(address, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    expect((await fetch(address, { method: 'HEAD' })).headers.get('etag')).toBe(etag);
  });

  it('5: knows png and pdf, options, and programs of some size', async () => {
    const png = await fetch(`${product.url}/png/${encoded(FIGURE)}`);
    expect(png.headers.get('content-type')).toBe('image/png');
    const pdf = await fetch(`${product.url}/pdf/${encoded(FIGURE)}?engine=pdflatex`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const random = Array.from({ length: 4000 }, (_, i) => `// ${(i * 2654435761) % 4294967296}`).join('\n');
    expect((await fetch(`${product.url}/svg/${encoded(`${FIGURE}${random}`)}`)).status).toBe(200);
  });

  it('5, 6: only successes may be kept', async () => {
    const headers = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
    const failed = await fetch(`${product.url}/svg/${encoded(BROKEN)}`, { headers });
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([422, 'no-store']);
    expect(await failed.text()).toContain('<svg');
    expect((await fetch(`${product.url}/svg/nonsense`)).status).toBe(400);
    const clock = await fetch(`${product.url}/svg/${encoded(`${FIGURE} // time`)}`);
    expect([clock.status, clock.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it('7: can do nothing wherever it is opened', async () => {
    const picture = await fetch(`${product.url}/svg/${encoded(FIGURE)}`);
    expect(picture.headers.get('content-security-policy')).toBe(SANDBOX);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    const scene = await fetch(`${product.url}/html/${encoded('import three; size(2cm); draw(unitsphere);')}`);
    expect(scene.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(scene.headers.get('content-security-policy')).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:",
    );
  });
});

describe('the documents', () => {
  it('describe themselves, and are a page', async () => {
    const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/render');
    const page = await (await fetch(`${product.url}/api-docs`)).text();
    for (const path of Object.keys(document.paths)) expect(page).toContain(path);
    expect(page).toContain('id="time-limit"');
  });
});

describe('the established API', () => {
  it('9: answers the bytes of each format; html is the default', async () => {
    const starts = { svg: '<?xml', pdf: '%PDF-', png: '\x89PNG', eps: '%!PS-', html: '<!DOCTYPE html>', v3d: '' };
    for (const [format, start] of Object.entries(starts)) {
      const source = format === 'v3d' ? 'import three; size(2cm); draw(unitsphere);' : FIGURE;
      const answer = await post(`/?f=${format}`, source, { 'content-type': 'application/x-www-form-urlencoded' });
      const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      expect([format, answer.status, bytes.slice(0, start.length)]).toEqual([format, 200, start]);
    }
    expect((await post('/', FIGURE)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('9: takes render, antialias and tex, and refuses everything else', async () => {
    expect((await post('/?f=png&render=4&antialias=2&tex=pdflatex', FIGURE)).status).toBe(200);
    expect((await post('/?f=png&antialias=4', FIGURE)).status).toBe(200);
    for (const query of [
      'f=gif',
      'safe=false',
      'o=x',
      'f=svg&globalread',
      'tex=sh',
      'render=x',
      'f=svg&scale=2',
      'flag=nosafe',
    ])
      expect([query, (await post(`/?${query}`, FIGURE)).status]).toEqual([query, 400]);
  });

  it('9: takes a body that does not say what it is', async () => {
    const { hostname, port } = new URL(product.url);
    const head = `POST /?f=svg HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\ncontent-length: ${FIGURE.length}`;
    const socket = net.connect(Number(port), hostname).end(`${head}\r\n\r\n${FIGURE}`);
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1.1 200 OK[^]*<\/svg>/);
  });

  it('9: tells failures in the exact form', async () => {
    const failed = await post('/?f=svg', BROKEN);
    const body = await failed.text();
    expect(failed.status).toBe(415);
    expect(body.startsWith('{"msg": "Asymptote error.", "reason": "')).toBe(true);
    expect(JSON.parse(body).reason).toMatch(/^-: 2\.1: /);
    const empty = await post('/?f=svg', 'write("nothing");');
    expect([empty.status, await empty.text()]).toEqual([204, '']);
  });

  it('9: leaves GET / to the page', async () => {
    const page = await fetch(product.url, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });

  it('10: the older form', async () => {
    const form = (source: string) => {
      const data = new FormData();
      data.set('info', JSON.stringify({ main: 'figure.asy' }));
      data.append('figure.asy', new Blob([source]), 'figure.asy');
      return data;
    };
    const svg = await post('/compile/svg', form(`${FIGURE} write("said");`));
    expect(await svg.json()).toEqual({ error: null, output: 'said\n', svg: expect.stringContaining('</svg>') });
    const failed = await (await post('/compile/svg', form(BROKEN))).json();
    expect(failed).toMatchObject({ error: 'Execution failed', output: expect.stringContaining('2.1'), svg: null });
    const pdf = await post('/compile/pdf', form(FIGURE));
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bad = await post('/compile/pdf', form(BROKEN));
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('2.1')]);
    const status = await fetch(`${product.url}/status`);
    expect([status.status, await status.text()]).toEqual([200, 'ok']);
  });
});
