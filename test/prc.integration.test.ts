import http from 'node:http';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from './admin';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/parallel-requests.md over a real socket; the numbers are that page's. */

const TOKEN = 'secret/token ü';
let product: Product;
beforeAll(async () => {
  const limits = ['--shells-per-client', '1', '--http-renders-per-client', '1'];
  product = await startProduct(['--prc-token', TOKEN, '--backends', '1', ...limits]);
});
afterAll(async () => {
  await product?.stop();
});

const address = (rest = '') => `${product.url.replace(/^http/, 'ws')}/ws/${encodeURIComponent(TOKEN)}${rest}`;

class Client {
  readonly received: string[] = [];
  closeCode: number | undefined;
  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.received.push(data.toString()));
    socket.on('close', (code) => (this.closeCode = code));
    socket.on('error', () => undefined);
  }

  static async open(url = address()): Promise<Client> {
    const client = new Client(new WebSocket(url));
    await until('the first heartbeat', () => client.received.includes('HEARTBEAT\n'));
    return client;
  }

  send(...lines: string[]): this {
    this.socket.send(lines.join('\n'));
    return this;
  }

  start(id: string, type: string, limit: number | string, ...more: string[]): this {
    return this.send('START-REQUEST', `Request-ID: ${id}`, `Request-Type: ${type}`, `Request-Limit: ${limit}`, ...more);
  }

  async answer(text: string): Promise<void> {
    await until(text, () => this.received.includes(text));
  }
}

const ack = (id: string, reached: boolean) =>
  `START-REQUEST-ACK\nRequest-ID:${id}\nRequest-Limit-Reached:${reached ? 'TRUE' : 'FALSE'}\n`;
const counted = (type: string, count: number) => `REQUEST-COUNT\nRequest-Type:${type}\nRequest-Count:${count}\n`;

async function allCounts(client: Client): Promise<string> {
  client.received.length = 0;
  client.send('GET-ALL-COUNTS');
  return until('all counts', () => client.received.find((message) => message.startsWith('ALL-COUNTS')));
}

async function count(client: Client, type: string): Promise<number> {
  client.received.length = 0;
  client.send('GET-REQUEST-COUNT', `Request-Type: ${type}`);
  const text = await until('a count', () =>
    client.received.find((message) => message.startsWith(`REQUEST-COUNT\nRequest-Type:${type}\n`)),
  );
  return Number(/Request-Count:(\d+)/.exec(text)?.[1]);
}

function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(product.url + path, { headers }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      })
      .on('error', reject);
  });
}

const refusal = (url: string, origin?: string) =>
  new Promise<number>((resolve) => {
    const socket = new WebSocket(url, origin === undefined ? {} : { origin });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
    socket.on('error', () => undefined);
  });

describe('the parallel request controller', () => {
  it('1: lets in whoever has the token, whatever follows it', async () => {
    await Client.open(address('/extra?x=1'));
    expect(await refusal(`${product.url.replace(/^http/, 'ws')}/ws/wrong`)).toBe(403);
    expect(await refusal(`${product.url.replace(/^http/, 'ws')}/ws/`)).toBe(403);
    expect(await refusal(address(), 'https://elsewhere.example')).toBe(101);
    expect(await refusal(`${product.url.replace(/^http/, 'ws')}/ws/wrong`, 'https://elsewhere.example')).toBe(403);
    expect(await get('/ws/wrong')).toEqual({ status: 403, body: 'Forbidden.' });
    expect((await get(`/ws/${encodeURIComponent(TOKEN)}`)).status).toBe(400);
  });

  it('2: ignores binary frames and closes a message over 64 KiB with 1009', async () => {
    const client = await Client.open();
    client.socket.send(Buffer.from('GET-REQUEST-COUNT\nRequest-Type: x'));
    client.start('1', 'two', 1);
    await client.answer(ack('1', false));
    expect(client.received).toEqual(['HEARTBEAT\n', ack('1', false)]);
    client.send('X'.repeat(65 * 1024));
    await until('the close', () => client.closeCode === 1009);
  });

  it('3, 4, 5: takes loose grammar and answers in the ruled form', async () => {
    const client = await Client.open();
    client.send(
      '  start-request \r\nrequest-id: a:b \r\nREQUEST-TYPE: three\r\nRequest-Limit: 1\r\nnonsense\r\n\r\nbody',
    );
    await client.answer(ack('a:b', false));
    client.start('a:b', 'three', 5);
    await until('the duplicate', () =>
      client.received.some((message) => message.startsWith('ERROR\nError-Code:REQUEST_ID_DUPLICATED\n')),
    );
    for (const lines of [
      ['START-REQUEST'],
      ['START-REQUEST', 'Request-ID: 9'],
      ['START-REQUEST', 'Request-ID: 9', 'Request-Type: t', 'Request-Limit: -1'],
    ]) {
      client.received.length = 0;
      client.send(...lines);
      await until('the error', () =>
        client.received.some((message) => message.startsWith('ERROR\nError-Code:PROTOCOL_ERROR\n')),
      );
    }
  });

  it('5, 6: refuses at the limit, and a refused request holds nothing', async () => {
    const [first, second] = [await Client.open(), await Client.open()];
    first.start('1', 'six', 1);
    await first.answer(ack('1', false));
    second.start('1', 'six', 1);
    await second.answer(ack('1', true));
    second.start('zero', 'six-zero', 0);
    await second.answer(ack('zero', true));
    second.send('END-REQUEST', 'Request-ID: 1');
    second.socket.close();
    expect(await count(first, 'six')).toBe(1);
    first.send('END-REQUEST', 'Request-ID: 1');
    expect(await count(first, 'six')).toBe(0);
  });

  it('7: ends without a word, counts unknown types as 0, ignores the unknown', async () => {
    const client = await Client.open();
    client
      .send('END-REQUEST', 'Request-ID: nobody')
      .send('WHATEVER')
      .send('')
      .send('GET-REQUEST-COUNT', 'Request-Type: seven');
    await client.answer(counted('seven', 0));
    expect(client.received).toEqual(['HEARTBEAT\n', counted('seven', 0)]);
  });

  it('9: a closed connection ends everything it had open', async () => {
    const [leaving, staying] = [await Client.open(), await Client.open()];
    for (const id of ['1', '2', '3']) leaving.start(id, 'nine', 10);
    await leaving.answer(ack('3', false));
    expect(await count(staying, 'nine')).toBe(3);
    leaving.socket.terminate();
    await until('the counts are back', async () => (await count(staying, 'nine')) === 0);
  });

  it('10: waits in the queue, holds for a time, and tells all counts', async () => {
    const [first, second] = [await Client.open(), await Client.open()];
    first.start('1', 'ten', 1, 'Hold-Timeout: 300');
    await first.answer(ack('1', false));
    second.start('1', 'ten', 1, 'Wait-Timeout: 5000');
    await second.answer(ack('1', false));
    first.start('2', 'ten', 1, 'Wait-Timeout: 100');
    await first.answer(ack('2', true));
    second.send('GET-ALL-COUNTS');
    await until('all counts', () =>
      second.received.some((message) => message.startsWith('ALL-COUNTS\n') && message.includes('"ten":1')),
    );
  });

  it('11: counts the shells of a client, and denies one too many; metrics tell of it', async () => {
    const client = await Client.open();
    const open = async () => {
      const shell = await RawSocket.open(product, 'asyonline.asy.interactive', '/asy/interactive');
      shell.send('start');
      return shell;
    };
    const first = await open();
    await until('a prompt', () => first.output().endsWith('> '));
    expect(await allCounts(client)).toMatch(/"asyground:shell:[^"]+":1/);
    const second = await open();
    const words = 'Too many shells open (limit: 1). Close one first.';
    expect((await second.wait('deny')).args).toEqual({ error: words });
    const { body } = await get('/metrics');
    expect(body).toMatch(/^asyground_parallel_requests\{what="requests"\} [1-9]/m);
    expect(body).toMatch(/^asyground_parallel_starts_total\{answer="granted"\} [1-9]/m);
    expect(body).toMatch(/^asyground_periodic_jobs\{state="pending"\} [1-9]/m);
    expect(body).toMatch(/^asyground_periodic_submits_total\{outcome="stored"\} [1-9]/m);
    first.socket.close();
    await until('it is counted no more', async () => !(await allCounts(client)).includes('asyground:shell'));
  });

  it('11: counts the renders of a client over HTTP, and lets one too many wait for another', async () => {
    const client = await Client.open();
    const render = (body: string, signal?: AbortSignal) =>
      fetch(`${product.url}/render?class=slow`, { method: 'POST', body, ...(signal && { signal }) });
    const giveUp = new AbortController();
    const first = render('while(true);', giveUp.signal).catch(() => 'given up');
    const isCounted = async () => /"asyground:http-render:[^"]+":1/.test(await allCounts(client));
    await until('the first is counted', isCounted);
    const second = render('draw((0,0)--(11,11));');
    const early = await Promise.race([second, isCounted()]);
    expect(early).toBe(true);
    giveUp.abort();
    expect(await first).toBe('given up');
    expect((await second).status).toBe(200);
    await until('none is counted', async () => !(await allCounts(client)).includes('http-render'));
  });

  it('an admin sees who holds what, and ends it', async () => {
    const admin = await AdminClient.signIn(product, product.adminToken);
    const client = await Client.open();
    for (const id of ['1', '2']) client.start(id, 'to end', 2);
    await client.answer(ack('2', false));
    const row = await until('the row', () => admin.see('requests.rows.to end'));
    expect(row).toMatchObject({ count: 2, holders: [{ count: 2 }] });
    const { holder } = (row as { holders: { holder: string }[] }).holders[0] ?? { holder: '' };
    expect(await admin.act('requests.end', { holder, requestType: 'to end' })).toMatchObject({ ok: true });
    expect(await count(client, 'to end')).toBe(0);
    client.start('1', 'to end', 1);
    await client.answer(ack('1', false));
    await until('the page has heard of it', () => (admin.see('requests.rows.to end') as { count: number }).count === 1);
    admin.close();
  });
});
