import { beforeEach, describe, expect, it } from 'vitest';
import { AsyonlineClient } from './client';
import { MemoryServer, sha256 } from './testing/memoryServer';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let server: MemoryServer;
let client: AsyonlineClient;

beforeEach(() => {
  server = new MemoryServer();
  client = new AsyonlineClient({ url: 'ws://memory', transport: server, sha256 });
});

// docs/asyonline.md, 22 and 23
describe('a shell', () => {
  it('takes input, interrupts and shows pictures', async () => {
    const heard: string[] = [];
    server.onSubmit = (task) => task.tell({ type: 'started' });
    server.onInput = (task) =>
      task.tell(
        { type: 'output', stream: 'stdout', bytes: bytes('2\n> ') },
        { type: 'result', format: 'svg', bytes: bytes('<svg></svg>') },
      );
    const shell = client.shell(
      {},
      {
        output: (stream, chunk) => heard.push(`${stream} ${chunk.length}`),
        result: ({ format }) => {
          heard.push(format);
          shell.interrupt();
          shell.close();
        },
      },
    );
    // Nothing runs yet that it could interrupt.
    shell.interrupt();
    shell.input('1+1\n');
    expect(await shell.finished).toEqual({ kind: 'aborted' });
    expect(heard).toEqual(['stdout 4', 'svg']);
    const connection = server.connections[0];
    expect(connection?.url).toBe('ws://memory/asy/interactive');
    expect(connection?.effects.filter(({ type }) => type === 'input' || type === 'signal')).toEqual([
      { type: 'input', bytes: bytes('1+1\n') },
      { type: 'signal', signal: 'INT' },
    ]);
  });

  it('waits with its input for the first output after a restore', async () => {
    const files = { 'a.asy': 'int x;' };
    server.onSubmit = (task) => task.tell({ type: 'started' });
    server.onInput = (task) => task.tell({ type: 'ended', outcome: { kind: 'success' } });
    for (const restores of [false, true]) {
      const shell = client.shell({ files });
      shell.input('x\n');
      expect(await shell.finished).toEqual({ kind: 'complete' });
      const [add] = server.connections.at(-1)?.transcript ?? [];
      expect(add?.includes('"restore":true')).toBe(restores);
    }
  });

  it('is told why it ends', async () => {
    server.onSubmit = (task) => task.tell({ type: 'started' }, { type: 'ended', outcome: { kind: 'halted' } });
    expect(await client.shell({}).finished).toEqual({
      kind: 'complete',
      error: 'Execution aborted to free resources',
    });
  });
});
