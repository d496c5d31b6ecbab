import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mendingAgent, toolAnswer, type CallTool } from './mendingAgent';
import { BROKEN_PROGRAMS } from './brokenPrograms';
import { processesWith } from './processes';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/mcp.md with the official client, over HTTP and over standard input and output; the numbers are that page's. */

let product: Product;
let web: Client;
beforeAll(async () => {
  product = await startProduct();
  web = new Client({ name: 'test', version: '1' });
  await web.connect(new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`)));
});
afterAll(async () => {
  await web?.close();
  await product?.stop();
});

const FIGURE = 'size(2cm); draw((0,0)--(1,1));';
const caller =
  (client: Client): CallTool =>
  async (name, input) =>
    toolAnswer.parse(await client.callTool({ name, arguments: input }));
const call: CallTool = (name, input) => caller(web)(name, input);

describe('the tools', () => {
  it('1: are told with their inputs', async () => {
    const { tools } = await web.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['render', 'check', 'lookup', 'examples', 'link']);
    for (const { inputSchema, description } of tools)
      expect([description, inputSchema]).toEqual([expect.any(String), expect.objectContaining({ type: 'object' })]);
  });

  it('1: render answers a picture, also of a scene', async () => {
    const flat = await call('render', { program: FIGURE });
    expect(flat.structuredContent).toEqual({ outcome: 'success', problems: [], output: '' });
    expect(flat.content.at(-1)).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(Buffer.from(flat.content.at(-1)?.data ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG');
    expect(flat.content[0]?.text).toBe('Rendered, 57 × 57 pixels.');
    expect((await call('render', { program: 'dot((0,0));' })).content[0]?.text).toContain('too small to see');
    const scene = await call('render', { program: 'import three; size(2cm); draw(unitsphere);' });
    expect(scene.content.at(-1)).toMatchObject({ type: 'image' });
    const svg = await call('render', { program: FIGURE, format: 'svg', options: { scale: 2 } });
    expect(svg.content.at(-1)?.text).toContain('</svg>');
    const files = { 'shapes.asy': 'void shape() { draw(unitsquare); }' };
    const withFiles = await call('render', { program: 'import shapes; size(1cm); shape();', files });
    expect(withFiles.isError).toBeUndefined();
  });

  it('2: render and check tell what is wrong, and where', async () => {
    const place = { severity: 'error', file: 'main.asy', line: 2 };
    const unknown = await call('render', { program: 'size(2cm);\ndrw(unitcircle);' });
    expect(unknown.structuredContent?.problems).toMatchObject([
      { ...place, column: 1, endColumn: 4, message: expect.stringContaining('Did you mean draw?') },
    ]);
    expect([unknown.isError, unknown.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('main.asy:2:1: error: '),
    ]);
    for (const name of ['render', 'check'] as const) {
      const answer = await call(name, { program: 'size(2cm);\ndraw(unitcircle;' });
      expect(answer.structuredContent?.problems).toMatchObject([place]);
    }
    expect((await call('check', { program: FIGURE })).structuredContent).toEqual({ problems: [] });
    const late = await call('render', { program: 'while(true);', options: { duration: 0.5 } });
    expect([late.isError, late.structuredContent?.outcome]).toEqual([true, 'time-limit']);
  });

  it('1: lookup knows signatures, modules and what was meant', async () => {
    const circle = await call('lookup', { name: 'Circle' });
    expect(circle.structuredContent?.signatures).toEqual(
      expect.arrayContaining([{ module: 'graph', signature: expect.stringContaining('path Circle(pair c, real r') }]),
    );
    expect((await call('lookup', { name: 'graph' })).structuredContent?.names).toContain('xaxis');
    expect((await call('lookup', { name: 'unitcirlce' })).content[0]?.text).toContain('Did you mean unitcircle?');
  });

  it('1: examples are found by what they show', async () => {
    const found = await call('examples', { query: 'bar chart' });
    expect(found.structuredContent?.examples).toMatchObject([{ name: 'data-bar-chart' }, {}, {}]);
    expect((await call('examples', { query: 'qqqq' })).isError).toBe(true);
  });

  it('3: none of several checks at once takes the place of another', async () => {
    const programs = Array.from({ length: 6 }, (_, i) => `draw(scale(${i})*unitcircle;`);
    const answers = await Promise.all(programs.map((program) => call('check', { program })));
    expect(answers.map(({ content }) => content[0]?.text)).toEqual(
      programs.map(() => expect.stringContaining('Missing )')),
    );
  });

  it('1: link makes a page', async () => {
    const made = await call('link', { program: FIGURE, title: 'From a model' });
    const { url = '' } = made.structuredContent ?? {};
    const page = await fetch(String(url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('From a model')]);
  });

  it('3: refuse what is too large, wrong or unknown', async () => {
    expect((await call('render', { program: ' '.repeat(200_000) })).isError).toBe(true);
    expect((await call('render', { program: FIGURE, options: { format: 'x', sclae: 1 } })).content[0]?.text).toContain(
      'did you mean "scale"',
    );
    expect((await call('render', { program: FIGURE, files: { '../x.asy': '' } })).isError).toBe(true);
    expect((await call('render', { code: FIGURE })).content[0]?.text).toBe(
      'Invalid input: program: expected string, received undefined; Unrecognized key: "code". The inputs are: program, files, format, options.',
    );
    expect((await call('draw', {})).content[0]?.text).toContain('no tool');
  });
});

describe('POST /mcp', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  it('4: takes one message of those who may', async () => {
    expect((await post(LIST)).status).toBe(200);
    expect((await post(`[${LIST}]`)).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post(LIST, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await fetch(`${product.url}/mcp`)).status).toBe(405);
  });

  it('3: ends a render whose client has left', async () => {
    const mark = 'left_by_its_client';
    const left = new AbortController();
    const params = { name: 'render', arguments: { program: `// ${mark}\nwhile(true);`, options: { duration: 30 } } };
    const asked = fetch(`${product.url}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: left.signal,
    }).catch(() => 'left');
    const busy = async () => {
      const { backends } = (await (await fetch(`${product.url}/api/health`)).json()) as { backends: { busy: number } };
      return backends.busy;
    };
    await until('it runs', async () => (await busy()) > 0);
    left.abort();
    expect(await asked).toBe('left');
    await until('it is gone', async () => (await busy()) === 0);
  });
});

describe('asyground mcp', () => {
  it('5: passes everything on, and ends with its input', async () => {
    const args = ['cli/asyground.mjs', 'mcp', '--server', `${product.url}/`];
    const transport = new StdioClientTransport({ command: process.execPath, args });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { pid } = transport;
    expect(client.getServerVersion()).toMatchObject({ name: 'asyground' });
    const answers = await Promise.all([
      caller(client)('render', { program: FIGURE }),
      caller(client)('lookup', { name: 'draw' }),
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([undefined, undefined]);
    await client.close();
    await until('it has ended', () => !processesWith('mcp').some((process) => process.pid === pid));
  });

  it('5: says when there is no server', async () => {
    const args = ['cli/asyground.mjs', 'mcp', '--server', 'http://127.0.0.1:1'];
    const client = new Client({ name: 'test', version: '1' });
    await expect(client.connect(new StdioClientTransport({ command: process.execPath, args }))).rejects.toThrow(
      'Can’t reach http://127.0.0.1:1/mcp',
    );
    await client.close();
  });
});

describe('an agent that sees nothing but the answers of the tools', () => {
  it('has twenty programs, and each is broken', async () => {
    expect(BROKEN_PROGRAMS.length).toBe(25);
    expect(new Set(BROKEN_PROGRAMS.map(({ program }) => program)).size).toBe(25);
  });

  it.each(BROKEN_PROGRAMS)('mends: $what', async ({ program, mended }) => {
    const broken = await call('render', { program });
    expect(broken.isError).toBe(true);
    expect(await mendingAgent(program, call)).toBe(mended);
  });
});
