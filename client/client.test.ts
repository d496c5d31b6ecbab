import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskEvent } from '@/core/taskEvent';
import { AsyonlineClient, type ClientSetup } from './client';
import type { Sha256 } from './sha256';
import { MemoryServer, sha256 } from './testing/memoryServer';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const MAIN = 'draw(unitcircle);';
const SVG = bytes('<svg></svg>');
const RENDERED: TaskEvent[] = [
  { type: 'started' },
  { type: 'output', stream: 'stdout', bytes: bytes('hello ') },
  { type: 'output', stream: 'stdout', bytes: bytes('world') },
  { type: 'result', format: 'svg', bytes: SVG },
  { type: 'ended', outcome: { kind: 'success' } },
];

let now: number;
let server: MemoryServer;

function newClient(setup: Partial<ClientSetup> = {}): AsyonlineClient {
  return new AsyonlineClient({ url: 'ws://memory', transport: server, sha256, now: () => now, ...setup });
}

beforeEach(() => {
  now = 0;
  server = new MemoryServer();
  server.onSubmit = (task) => task.tell(...RENDERED);
});

describe('a render', () => {
  it('comes back with results, output and an ending', async () => {
    const heard: string[] = [];
    const { finished } = newClient().render(
      { files: { 'main.asy': MAIN }, main: 'main.asy', options: { durationSeconds: 3, format: 'svg' } },
      {
        started: () => heard.push('started'),
        output: (stream, chunk) => heard.push(`${stream} ${chunk.length}`),
        result: ({ format }) => heard.push(format),
      },
    );
    const render = await finished;
    expect(render.ending).toEqual({ kind: 'complete' });
    expect(render.results).toEqual([{ format: 'svg', bytes: SVG }]);
    expect(render.output).toEqual({ stdout: bytes('hello world'), stderr: new Uint8Array(0) });
    expect(heard).toEqual(['started', 'stdout 6', 'stdout 5', 'svg']);
    expect(server.connections[0]?.transcript).toEqual([
      `>> add {"filename":"main.asy","hash":"${sha256(MAIN)}"}`,
      `>> ${MAIN.length}`,
      '>> options {"duration":3,"format":"svg"}',
      '>> start {"main":"main.asy"}',
      '<< output {"stream":"stdout"}',
      '<< 0',
      '<< output {"stream":"stdout"}',
      '<< 6',
      '<< output {"stream":"stdout"}',
      '<< 5',
      '<< result {"format":"svg"}',
      `<< ${SVG.length}`,
      '<< complete {}',
    ]);
  });

  it('times its steps from the call', async () => {
    server.onSubmit = (task) => {
      now = 20;
      task.tell({ type: 'started' });
      queueMicrotask(() => {
        now = 50;
        task.tell({ type: 'result', format: 'svg', bytes: SVG }, { type: 'ended', outcome: { kind: 'success' } });
      });
    };
    const { timings } = await newClient().render({ files: { 'a.asy': '' }, main: 'a.asy' }).finished;
    expect(timings).toEqual({
      connectedMs: 0,
      startedMs: 20,
      firstResultMs: 50,
      endedMs: 50,
    });
  });

  it('hears its place in the line', async () => {
    server.onSubmit = (task) => task.tell({ type: 'queue', estimateSeconds: 2, position: 1 }, ...RENDERED);
    const notices: unknown[] = [];
    const handlers = { queued: (notice: unknown) => notices.push(notice) };
    await newClient().render({ files: { 'a.asy': '' }, main: 'a.asy' }, handlers).finished;
    expect(notices).toEqual([{ estimate: 2, position: 1 }]);
  });

  it('ends with the words of the server', async () => {
    const client = newClient();
    server.onSubmit = (task) => task.tell({ type: 'started' }, { type: 'ended', outcome: { kind: 'failed' } });
    const failed = await client.render({ files: { 'a.asy': '' }, main: 'a.asy' }).finished;
    expect(failed.ending).toEqual({ kind: 'complete', error: 'Execution failed' });
    const denied = await client.render({ files: { 'a.asy': '' }, main: 'b.asy' }).finished;
    expect(denied.ending).toMatchObject({ kind: 'denied', error: expect.stringContaining('"main"') });
  });

  it('is shortened before and after it starts', async () => {
    server.onSubmit = (task) => {
      render.shorten(2);
      task.tell(...RENDERED);
    };
    const render = newClient().render({ files: { 'a.asy': '' }, main: 'a.asy', options: { durationSeconds: 30 } });
    render.shorten(10);
    await render.finished;
    expect(server.connections[0]?.transcript).toContain('>> options {"duration":10}');
    expect(server.connections[0]?.effects).toContainEqual({ type: 'shorten', durationSeconds: 2 });
  });

  it('is aborted by closing, once and for all', async () => {
    server.onSubmit = (task) => {
      task.tell({ type: 'started' });
      queueMicrotask(() => render.abort());
    };
    const render = newClient().render({ files: { 'a.asy': '' }, main: 'a.asy' });
    expect((await render.finished).ending).toEqual({ kind: 'aborted' });
    await Promise.resolve();
    expect(server.connections[0]?.effects.at(-1)).toEqual({ type: 'abort' });
  });

  it('aborted before it was sent sends nothing', async () => {
    const render = newClient().render({ files: { 'a.asy': '' }, main: 'a.asy' });
    render.abort();
    expect((await render.finished).ending).toEqual({ kind: 'aborted' });
    expect(server.connections[0]?.transcript).toEqual([]);
  });

  it('is lost with its connection, or with a server that talks nonsense', async () => {
    const client = newClient();
    server.onSubmit = (task) => task.drop();
    expect((await client.render({ files: { 'a.asy': '' }, main: 'a.asy' }).finished).ending).toEqual({
      kind: 'lost',
      code: 1006,
    });
    for (const frame of ['hello {}', new Uint8Array(1)]) {
      server.onSubmit = (task) => task.receive(frame);
      expect((await client.render({ files: { 'a.asy': '' }, main: 'a.asy' }).finished).ending).toEqual({
        kind: 'lost',
        code: 1002,
      });
    }
  });
});

// docs/asyonline.md, 11 to 13
describe('restoring', () => {
  const files = { 'main.asy': MAIN, 'module.asy': 'int x;' };

  it('sends contents once', async () => {
    const client = newClient();
    await client.render({ files, main: 'main.asy' }).finished;
    await client.render({ files: { ...files, 'main.asy': 'dot((0,0));' }, main: 'main.asy' }).finished;
    expect(server.connections[1]?.transcript.slice(0, 4)).toEqual([
      `>> add {"filename":"main.asy","hash":"${sha256('dot((0,0));')}"}`,
      '>> 11',
      `>> add {"filename":"module.asy","hash":"${sha256('int x;')}","restore":true}`,
      '>> start {"main":"main.asy"}',
    ]);
  });

  it('answers missing with the contents', async () => {
    const client = newClient();
    await client.render({ files, main: 'main.asy' }).finished;
    server.store.delete(sha256('int x;'));
    const render = await client.render({ files, main: 'main.asy' }).finished;
    expect(render.ending).toEqual({ kind: 'complete' });
    expect(server.connections[1]?.transcript.slice(2, 7)).toEqual([
      '>> start {"main":"main.asy"}',
      `<< missing [{"filename":"module.asy","hash":"${sha256('int x;')}"}]`,
      `>> add {"filename":"module.asy","hash":"${sha256('int x;')}"}`,
      '>> 6',
      '>> start {"main":"main.asy"}',
    ]);
  });

  it('does not trust the server to remember for ever', async () => {
    const client = newClient();
    await client.render({ files, main: 'main.asy' }).finished;
    now = 601_000;
    await client.render({ files, main: 'main.asy' }).finished;
    expect(server.connections[1]?.transcript.join()).not.toContain('restore');
  });

  it.each<[string, Sha256 | undefined]>([
    ['without a hash function', undefined],
    ['when hashing fails', () => Promise.reject(new Error('no'))],
  ])('is not used %s', async (_, hash) => {
    const render = await newClient({ sha256: hash }).render({ files, main: 'main.asy' }).finished;
    expect(render.ending).toEqual({ kind: 'complete' });
    expect(server.connections[0]?.transcript[0]).toBe('>> add {"filename":"main.asy"}');
  });
});

describe('a connection opened ahead', () => {
  const request = { files: { 'a.asy': '' }, main: 'a.asy' };

  it('is used by the next render, and opened once', async () => {
    const client = newClient();
    client.prepare();
    client.prepare();
    await client.render(request).finished;
    expect(server.connections).toHaveLength(1);
    await client.render(request).finished;
    expect(server.connections).toHaveLength(2);
  });

  it('is not used when it is old or closed', async () => {
    const client = newClient();
    client.prepare();
    now = 50_000;
    expect((await client.render(request).finished).ending).toEqual({ kind: 'complete' });
    client.prepare();
    server.connections.at(-1)?.drop();
    expect((await client.render(request).finished).ending).toEqual({ kind: 'complete' });
    expect(server.connections).toHaveLength(4);
  });

  it('that died unnoticed is replaced once', async () => {
    const client = newClient();
    client.prepare();
    const { finished } = client.render(request);
    server.connections[0]?.drop();
    expect((await finished).ending).toEqual({ kind: 'complete' });
    expect(server.connections).toHaveLength(2);
  });

  it('is let go by close', async () => {
    const client = newClient();
    client.prepare();
    client.close();
    await client.render(request).finished;
    expect(server.connections).toHaveLength(2);
  });
});
