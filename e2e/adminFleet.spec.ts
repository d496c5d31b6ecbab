import { freePort, startPartAlone, startRedis, type RunningPart, type RunningRedis } from '../test/parts';
import { startProduct, WITHOUT_CACHE, type Product } from '../test/product';
import { RawSocket } from '../test/socket';
import { AdminPage } from './support/adminPage';
import { expect, test } from './support/test';

/** docs/admin.md with two fronts, a scheduler and two workers apart, as on several machines, under real tasks. */

const TOKEN = 'a token of many letters';
let redis: RunningRedis;
let workers: RunningPart[] = [];
let scheduler: RunningPart;
const fronts = new Map<number, Product>();

test.beforeAll(async () => {
  test.setTimeout(120_000);
  redis = await startRedis();
  const part = (...flags: string[]) => startPartAlone([...flags, '--redis-url', redis.url]);
  // Both backends may be busy for long.
  scheduler = part('--role', 'scheduler', '--levels', '3,10,30');
  workers = [0, 1].map(() => part('--role', 'worker', '--backends', '1'));
  await Promise.all([await freePort(), await freePort()].map(startFront));
});

test.afterAll(async () => {
  await Promise.all([...fronts.values(), scheduler, ...workers].map((one) => one?.stop()));
  redis?.stop();
});

async function startFront(port: number): Promise<Product> {
  const flags = ['--role', 'front', '--redis-url', redis.url, '--admin-token', TOKEN, '--periodic', 'off'];
  // Whoever is signed in at one front is at all of them, also at one that was away.
  flags.push('--session-secret', 'the same secret for each of the fronts');
  const front = await startProduct([...flags, ...WITHOUT_CACHE, '--port', String(port)]);
  fronts.set(port, front);
  return front;
}

async function submit(front: Product, text: string, seconds?: number): Promise<RawSocket> {
  const socket = await RawSocket.open(front);
  socket.add('main.asy', text);
  if (seconds !== undefined) socket.send('options', { duration: seconds });
  return socket.send('start', { main: 'main.asy' });
}

test('an administrator of several machines sees the other front, a killed worker, and a front that was away', async ({
  page,
}) => {
  const [[port, near], [, far]] = [...fronts] as [[number, Product], [number, Product]];
  const admin = new AdminPage(page, near.url);
  await admin.signIn(TOKEN);
  // Of each section one page, all of which are told of the same.
  const at = async (section: string) => {
    const other = new AdminPage(await page.context().newPage(), near.url);
    await other.page.goto(`${near.url}/admin/${section}`);
    return other;
  };
  const [backends, tasks, queue] = [await at('backends'), await at('tasks'), await at('queue')];
  await expect(backends.panel('backends').getByText('ready', { exact: true })).toHaveCount(2);
  // Not those that the fronts draw for themselves.
  await tasks.page.getByLabel('Search').fill('127.0.0.1');

  // Tasks that came through the other front: one per backend that runs, and a line behind them.
  const busy = await Promise.all([0, 1].map(() => submit(far, 'while(true);', 1)));
  await expect(tasks.tasks('running')).toHaveCount(2);
  await expect(backends.panel('backends').getByText('busy', { exact: true })).toHaveCount(2);
  const drawn = await Promise.all([1, 2, 3, 4, 5, 6].map((y) => submit(far, `draw((0,0)--(9,${y}));`)));
  for (const socket of busy) await socket.wait('complete');
  for (const socket of drawn) expect((await socket.wait('complete')).args).toEqual({});
  await expect(tasks.tasks('success')).toHaveCount(6);
  await expect(tasks.tasks('time limit')).toHaveCount(2);
  await expect(queue.panel('decisions')).toContainText('permit');

  // A worker dies without a word, under load.
  const doomed = await Promise.all([0, 1].map(() => submit(far, 'while(true);', 30)));
  await expect(backends.panel('backends').getByText('busy', { exact: true })).toHaveCount(2);
  await workers[0]?.stop('SIGKILL');
  await expect(admin.alarms).toContainText('A worker was lost');
  await expect(backends.panel('backends').getByText('busy', { exact: true })).toHaveCount(1);
  await expect(backends.panel('backends')).toContainText('Lost:');
  // It had sent nothing, so it waits again, at the head of its line.
  await expect(tasks.tasks('waiting')).toHaveCount(1);
  await expect(queue.panel('decisions')).toContainText('lost: 1');
  for (const socket of doomed) socket.socket.terminate();

  // The page's own front goes and comes back; the page says how old what it shows is, and finds back by itself.
  await near.stop();
  await expect(admin.freshness).toHaveText(/^Not connected, updated \S+ s ago$/);
  await expect(backends.panel('backends')).toContainText('Lost:');
  await startFront(port);
  await expect(admin.freshness).toHaveText('Live');
  await submit(far, 'draw((0,0)--(9,7));');
  await expect(tasks.tasks('success')).toHaveCount(7);
});
