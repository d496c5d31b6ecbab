import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { percentile } from './report';

/**
 * What this machine can do at this moment: round trips through a plain TCP echo in a process of its own. Numbers of a
 * loaded machine are read beside it.
 */

const ECHO = `
const server = require('node:net').createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.pipe(socket);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;
const MESSAGE_BYTES = 64;

export async function measureEcho(roundTrips: number, inFlight: number): Promise<{ perSecond: number; p99Ms: number }> {
  const child = spawn(process.execPath, ['-e', ECHO], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
  });
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const message = Buffer.alloc(MESSAGE_BYTES, 1);
  const sentAt: number[] = [];
  const milliseconds: number[] = [];
  const send = () => {
    sentAt.push(performance.now());
    socket.write(message);
  };
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    let bytes = 0;
    socket.on('data', (chunk) => {
      for (bytes += chunk.length; bytes >= MESSAGE_BYTES; bytes -= MESSAGE_BYTES) {
        milliseconds.push(performance.now() - (sentAt[milliseconds.length] ?? 0));
        if (sentAt.length < roundTrips) send();
      }
      if (milliseconds.length === roundTrips) resolve();
    });
    for (let i = 0; i < inFlight; i += 1) send();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  socket.destroy();
  child.kill();
  return { perSecond: Math.round(roundTrips / seconds), p99Ms: percentile(milliseconds, 0.99) };
}
