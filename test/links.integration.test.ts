import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINK_LIMITS } from '@/core/links/limits';
import { pictureSize } from '@/core/render/pictureSize';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/sharing.md over real HTTP; the numbers are that page's. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

interface Made {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

const FIGURE = 'size(2cm); draw((0,0)--(1,1), red);';
const files = (text = FIGURE) => [{ name: 'main.asy', text }];

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(product.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function share(body: object = {}): Promise<Made> {
  const answer = await call('POST', '/api/links', { files: files(), main: 'main.asy', ...body });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Made;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a link', () => {
  it('1, 2: holds a project, its options and its picture', async () => {
    const made = await share({ title: 'My circle', options: { scale: 2 } });
    expect(made.id).toMatch(/^[0-9a-f]{24}$/);
    const read = await (await call('GET', `/api/links/${made.id}`)).json();
    expect(read).toMatchObject({ title: 'My circle', files: files(), main: 'main.asy', options: { scale: 2 } });
    expect(read).not.toHaveProperty('token');
    expect(read).not.toHaveProperty('client');
    const picture = await fetch(`${product.url}/s/${made.id}/picture.svg`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    expect(picture.headers.get('x-robots-tag')).toBe('noindex');
    const png = await fetch(`${product.url}/s/${made.id}/picture.png`);
    expect(png.headers.get('content-type')).toBe('image/png');
  });

  it('1, 4: may have megabytes of data, which its pages do not carry', async () => {
    const main = { name: 'main.asy', text: 'real[] a=input("data.txt"); draw((0,0)--(a.length/1e5,1));' };
    const data = { name: 'data.txt', base64: Buffer.from('7\n'.repeat(1_000_000)).toString('base64') };
    const { id } = await share({ files: [main, data] });
    expect(await (await call('GET', `/api/links/${id}`)).json()).toMatchObject({ files: [main, data] });
    expect((await fetch(`${product.url}/s/${id}/picture.svg`)).status).toBe(200);
    for (const page of [`/s/${id}`, `/embed/${id}`, `/embed/${id}?view=try`]) {
      const html = await (await fetch(product.url + page)).text();
      expect([page, html.includes(id), html.length < 200_000]).toEqual([page, true, true]);
    }
  });

  it('3: is changed and deleted by who has its token, and by nobody else', async () => {
    const made = await share();
    const change = { files: files('size(1cm); draw(unitsquare);'), main: 'main.asy' };
    for (const headers of [{}, bearer('wrong'), bearer('')])
      expect((await call('PUT', `/api/links/${made.id}`, change, headers)).status).toBe(403);
    const updated = await call('PUT', `/api/links/${made.id}`, change, bearer(made.token));
    expect([updated.status, ((await updated.json()) as { revision: number }).revision]).toEqual([200, 2]);
    expect(await (await call('GET', `/api/links/${made.id}`)).json()).toMatchObject({ files: change.files });
    expect((await call('DELETE', `/api/links/${made.id}`)).status).toBe(403);
    expect((await call('DELETE', `/api/links/${made.id}`, undefined, bearer(made.token))).status).toBe(204);
    for (const path of [`/api/links/${made.id}`, `/s/${made.id}`, `/s/${made.id}/picture.svg`, `/embed/${made.id}`])
      expect([path, (await fetch(product.url + path)).status]).toEqual([path, 404]);
  });

  it('3: ends when it was told to', async () => {
    const made = await share({ expiresInDays: 0.001 });
    const { createdAtMs, expiresAtMs } = (await (await call('GET', `/api/links/${made.id}`)).json()) as {
      createdAtMs: number;
      expiresAtMs: number;
    };
    expect(expiresAtMs - createdAtMs).toBeLessThan(90_000);
  });

  it('2: says what is wrong with a request', async () => {
    const wrong = async (body: unknown) => {
      const answer = await call('POST', '/api/links', body);
      return [answer.status, ((await answer.json()) as { detail: string }).detail];
    };
    expect(await wrong({ files: [] })).toEqual([400, expect.stringContaining('"files"')]);
    expect(await wrong({ files: files(), main: 'other.asy' })).toEqual([400, expect.stringContaining('other.asy')]);
    expect(await wrong({ files: files(), main: 'main.asy', options: { format: 'gif' } })).toEqual([
      400,
      expect.stringContaining('"format"'),
    ]);
    const foreign = await call('POST', '/api/links', {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });

  it('4: may hold a scene, in a frame that can reach nothing, and flat pictures of it', async () => {
    const made = await share({
      files: files('import three; size(2cm); draw(unitsphere, green);'),
      options: { format: 'html' },
    });
    const page = await (await fetch(made.url)).text();
    expect(page).toMatch(/<iframe[^>]+sandbox="allow-scripts"[^>]*>/);
    const scene = await fetch(`${product.url}/s/${made.id}/picture.html`);
    expect(scene.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts; default-src 'none';/);
    expect(await scene.text()).not.toMatch(/window\.(?:top|parent)/);
    const flat = await fetch(`${product.url}/s/${made.id}/picture.svg`);
    expect([flat.status, flat.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('2: may hold a program that fails', async () => {
    const made = await share({ files: files('draw(') });
    const page = await (await fetch(made.url)).text();
    expect(page).toContain('Nothing was drawn');
  });
});

describe('the page of a link', () => {
  it('4: contains the picture, the words for previews and the way to a frame, and is not for search engines', async () => {
    const made = await share({ title: 'Red <line>' });
    const answer = await fetch(made.url);
    const page = await answer.text();
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(page).toMatch(/<img[^>]+src="data:image\/svg\+xml;base64,/);
    expect(page).not.toMatch(/<svg[^>]*viewBox='/);
    expect(page).toMatch(/<meta name="robots" content="noindex/);
    expect(page).toContain('<meta property="og:title" content="Red &lt;line&gt;"');
    expect(page).toContain(`<meta property="og:image" content="${made.url}/preview.png"`);
    const oembed =
      /href="([^"]+)"[^>]*type="application\/json\+oembed"|type="application\/json\+oembed"[^>]*href="([^"]+)"/
        .exec(page)
        ?.slice(1)
        .find((found) => found !== undefined)
        ?.replaceAll('&amp;', '&');
    const embed = (await (await fetch(oembed ?? '')).json()) as Record<string, unknown>;
    expect(embed).toMatchObject({ version: '1.0', type: 'rich', title: 'Red <line>' });
    expect(embed.html).toContain(`/embed/${made.id}`);
    const frame = await (await fetch(`${product.url}/embed/${made.id}`)).text();
    expect(frame).toContain('<title>Red &lt;line&gt; - Asyground</title>');
    const asXml = await fetch((oembed ?? '').replace('format=json', 'format=xml'));
    expect(asXml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await asXml.text()).toContain('<title>Red &#60;line&#62;</title>');
    expect((await fetch((oembed ?? '').replace('format=json', 'format=yaml'))).status).toBe(501);
  });

  it('4: tells the true size of its preview, whatever the drawing', async () => {
    const drawings = [
      { files: files(), options: { scale: 3, render: 4, antialias: 2, background: 'eef' } },
      { files: files('size(20cm,1mm); draw((0,0)--(9,1)); orientation=Landscape;') },
      { files: files('import three; size(2cm); draw(unitcube, green);'), options: { format: 'html' } },
    ];
    for (const drawing of drawings) {
      const page = await (await fetch((await share(drawing)).url)).text();
      const told = (name: string) => new RegExp(`<meta property="og:image${name}" content="([^"]+)"`).exec(page)?.[1];
      const picture = await fetch(told('') ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, told(':type')]);
      const size = pictureSize('png', new Uint8Array(await picture.arrayBuffer()));
      expect({ width: told(':width'), height: told(':height') }).toEqual({
        width: String(size?.width),
        height: String(size?.height),
      });
    }
    const failing = await share({ files: files('draw(') });
    expect(await (await fetch(failing.url)).text()).not.toContain('og:image');
  });

  it('4: offers a thumbnail to those who have room for it', async () => {
    const { url } = await share();
    const embed = async (limit: string) =>
      (await (await fetch(`${product.url}/oembed?url=${encodeURIComponent(url)}${limit}`)).json()) as object;
    expect(await embed('')).toMatchObject({ thumbnail_url: `${url}/preview.png`, thumbnail_width: 1200 });
    expect(await embed('&maxwidth=600')).not.toHaveProperty('thumbnail_url');
  });

  it('5: its frame may stand in any page, and ours may not', async () => {
    const made = await share();
    const frame = await fetch(`${product.url}/embed/${made.id}?view=code`);
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const html = await frame.text();
    expect(html).toMatch(/<img[^>]+src="data:image\/svg\+xml;base64,/);
    expect(html).toContain('draw((0,0)--(1,1), red);');
    expect((await fetch(made.url)).headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });
});

describe('many links', () => {
  it('6: survive a restart', async () => {
    const made = await share({ title: 'Lasting' });
    const { dataFolder } = product;
    process.kill(product.supervisorPid, 'SIGTERM');
    await product.exited;
    product = await startProduct([], dataFolder);
    expect(await (await call('GET', `/api/links/${made.id}`)).json()).toMatchObject({ title: 'Lasting' });
    expect((await fetch(`${product.url}/s/${made.id}/picture.svg`)).status).toBe(200);
  });

  it('6, 7: are limited for each client, with the number; reports too', async () => {
    const made = await share();
    const report = () => call('POST', `/api/links/${made.id}/report`, { words: 'It is not nice.' });
    expect((await report()).status).toBe(204);
    const refused = await until('too many links', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call('POST', '/api/links', { files: files(), main: 'main.asy' })),
      );
      return answers.find(({ status }) => status !== 201);
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await refused.json()) as { detail: string }).detail).toContain(`At most ${LINK_LIMITS.changesPerHour}`);
    const tooOften = await until('too many reports', async () => {
      const answer = await report();
      return answer.status === 204 ? undefined : answer;
    });
    expect(tooOften.status).toBe(429);
    expect(((await tooOften.json()) as { detail: string }).detail).toContain(`At most ${LINK_LIMITS.reportsPerHour}`);
  });
});
