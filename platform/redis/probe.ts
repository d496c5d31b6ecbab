import net from 'node:net';

/**
 * Whether somebody else than Redis answers at an address: a client of Redis takes what a web server says for its own
 * protocol, and falls over it. Every answer of Redis begins with one of a few signs.
 */

const ANSWER = /^[-+:$*]/;

export interface Place {
  readonly path?: string;
  readonly host?: string;
  readonly port?: number;
}

/** silent: nobody has answered within that time. */
export function probeRedis({ path, host, port = 0 }: Place, withinMs: number): Promise<'redis' | 'other' | 'silent'> {
  return new Promise((resolve) => {
    const socket = path === undefined ? net.connect({ host, port }) : net.connect({ path });
    const end = (answer: 'redis' | 'other' | 'silent') => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => end('silent'));
    socket.once('error', () => end('silent'));
    socket.once('data', (bytes) => end(ANSWER.test(bytes.toString('latin1')) ? 'redis' : 'other'));
    // Whoever wants a password first answers with an error, which begins with a sign as well.
    socket.write('PING\r\n');
  });
}
