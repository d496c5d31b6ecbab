import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { codeOf, good, TaskGraphClient, WORK } from './taskgraphClient';
import { until } from './until';

/** The example workers against the product (docs/task-graph.md, "Workers"). */

let product: Product;
let admin: TaskGraphClient;
let token: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  product = await startProduct(['--backends', '1', '--warm-megabytes', '0', '--graph-lease-seconds', '3']);
  admin = TaskGraphClient.withToken(product.url, product.adminToken);
  token = good(await admin.post<{ token: string }>('/tokens', { name: 'example', role: 'worker' }), 201).token;
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await gone;
  }
});
afterAll(() => product?.stop());

function start(file: string, ...args: string[]): void {
  const env = { ...process.env, ASYGROUND_URL: product.url, ASYGROUND_TOKEN: token };
  started.push(spawn(file, args, { env, stdio: 'ignore' }));
}

describe.each([
  ['node', 'examples/workers/worker.mjs', (run: string): unknown => ({ run })],
  ['sh', 'examples/workers/worker.sh', (run: string): unknown => run],
])('the worker for %s', (program, file, external) => {
  const task = (run: string, more: object = {}) => ({ command: { external: external(run) }, ...more });
  const ended = (id = '') =>
    until(`the end of ${id}`, async () => ['terminated', 'cancelled'].includes(await admin.state(id)), 40_000);

  it('has at most 60 lines, comments apart', () => {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.filter((line) => !/^\s*(#|\/\/|\/\*|$)/.test(line)).length).toBeLessThanOrEqual(60);
  });

  it('runs what it is given, says what came of it, and stops what is cancelled', async () => {
    const {
      good: fine,
      bad,
      stubborn,
    } = await admin.graph({
      good: task('echo hello', { continuations: ['stubborn'] }),
      bad: task('echo "to the log" >&2; exit 3'),
      // Deaf to SIGTERM: only SIGKILL ends it.
      stubborn: task('trap "" TERM; while :; do sleep 0.1; done', { max_termination_time_ms: 1000, priority: 1 }),
    });
    start(program, file);
    await ended(fine?.id);
    await until('the stubborn one runs', async () => (await admin.state(stubborn?.id ?? '')) === 'running', 40_000);
    await admin.patch(stubborn?.id ?? '', { state: 'cancelled' });
    await ended(stubborn?.id);
    await ended(bad?.id);
    const ends = await Promise.all([fine, bad, stubborn].map((one) => admin.read(one?.id ?? '')));
    expect(ends.map(({ state, exit_status }) => `${state} ${exit_status}`)).toEqual([
      'terminated success',
      'terminated failure',
      'cancelled cancelled',
    ]);
    expect(good(await admin.get<string>(`/tasks/${bad?.id}/log`))).toBe('to the log\n');
    const [info] = await admin.history(bad?.id ?? '');
    expect(info).toMatchObject({ exit_code: 3, worker: expect.stringContaining('-') });
  });
});

// docs/task-graph.md, 8 and 9
describe('workers', () => {
  it('lose a task they are silent about; whoever comes back late is told so', async () => {
    const { id } = await admin.task(WORK);
    const [claimed] = await admin.claim({ worker: 'vanishes' });
    await until('the lease ran out', async () => (await admin.state(id)) === 'available');
    expect(await admin.read(id)).toMatchObject({ attempt_count: 0, abandoned_count: 1 });
    const [again] = await admin.claim({ worker: 'reliable' });
    expect(codeOf(await admin.report(id, claimed?.token ?? '', 'success'))).toBe('409 old-token');
    expect(codeOf(await admin.post(`/tasks/${id}/renew`, { token: claimed?.token }))).toBe('409 old-token');
    expect(good(await admin.report(id, again?.token ?? '', 'success')).state).toBe('terminated');
    expect((await admin.history(id)).map(({ exit_status }) => exit_status)).toEqual(['abandoned', 'success']);
  });
});
