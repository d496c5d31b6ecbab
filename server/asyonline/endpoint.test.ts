import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DEFAULT_SESSION_LIMITS } from '@/core/asyonline/sessionLimits';
import { AddressList } from '@/platform/addressList';
import { createLog } from '@/platform/log';
import { HeldBytes } from '../heldBytes';
import { Unpacking } from '../unpacking';
import { Identity } from '../identity';
import type { Tasks, Who } from '../queue/tasks';
import { UpgradeRouter } from '../upgrade';
import type { Contents } from './contents';
import { AsyonlineEndpoint } from './endpoint';

/** Who a page is taken for (docs/asyonline.md, 2), up to the queue. */

const identity = new Identity(Buffer.from('secret'), new AddressList([]));
const server = http.createServer();
const submitted: Who[] = [];
const tasks: Tasks = {
  submit: (_submission, who, onEvent) => {
    submitted.push(who);
    setImmediate(() => onEvent({ type: 'ended', outcome: { kind: 'success' }, timings: {} }));
    const nothing = () => undefined;
    const handle = { shorten: nothing, input: nothing, interrupt: nothing, pause: nothing, resume: nothing };
    return { id: '1', ...handle, abort: nothing };
  },
};

let host: string;
beforeAll(async () => {
  const router = new UpgradeRouter(
    async () => undefined,
    (request) => identity.whoIs(request).address,
  );
  new AsyonlineEndpoint({
    renders: tasks,
    shells: tasks,
    contents: {} as Contents,
    limits: DEFAULT_SESSION_LIMITS,
    held: new HeldBytes(1e6),
    unreadSeconds: 60,
    unpacking: new Unpacking(),
    log: createLog('test', 'silent'),
    allowedOrigins: ['https://wiki.example'],
    pingIntervalSeconds: 60,
    identity,
  }).open(router);
  router.listen(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const stranger = { headers: {}, socket: {} } as unknown as IncomingMessage;
const cookie = identity.newCookie(stranger, false)?.split(';')[0] ?? '';

/** For whom the queue takes a render of a page of this origin, in the browser of a visitor with a cookie. */
async function clientOf(origin: string | undefined, kind: 'render' | 'shell' = 'render'): Promise<string | undefined> {
  const [path, protocol] =
    kind === 'render' ? ['/asy', 'asyonline.asy'] : ['/asy/interactive', 'asyonline.asy.interactive'];
  const headers = { cookie, ...(origin === undefined ? {} : { origin }) };
  const socket = new WebSocket(`ws://${host}${path}`, protocol, { headers });
  await once(socket, 'open');
  socket.send('add {"filename":"main.asy"}');
  socket.send(Buffer.from('draw(unitcircle);'));
  socket.send(kind === 'render' ? 'start {"main":"main.asy"}' : 'start {}');
  await once(socket, 'close');
  return submitted.pop()?.client;
}

describe('a page that connects', () => {
  it('acts for its visitor if it is ours, allowed, or no page', async () => {
    for (const origin of [undefined, `http://${host}`, 'https://wiki.example'])
      expect([origin, await clientOf(origin)]).toEqual([origin, expect.stringMatching(/^cookie:/)]);
  });

  it('can render from anywhere else, and is not its visitor', async () => {
    for (const origin of ['https://elsewhere.example', `https://${host}.elsewhere.example`, 'null', 'nonsense'])
      for (const kind of ['render', 'shell'] as const)
        expect([origin, kind, await clientOf(origin, kind)]).toEqual([origin, kind, 'address:127.0.0.1']);
  });
});
