import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { codeOf, good, TaskGraphClient, WORK } from './taskgraphClient';
import { until } from './until';

/** The example workers against the product (docs/task-graph.md, "Workers"). */

let product: Product;
let admin: TaskGraphClient;
let token: string;
const started: ChildProcess[] = [];
const commands = mkdtempSync(path.join(tmpdir(), 'asyground-commands-'));

function command(name: string, lines: string): void {
  writeFileSync(path.join(commands, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

beforeAll(async () => {
  product = await startProduct(['--backends', '1', '--warm-megabytes', '0', '--graph-lease-seconds', '3']);
  admin = TaskGraphClient.withToken(product.url, product.adminToken);
  command('hello', 'echo hello');
  command('fails', 'echo "to the log, ${ASYGROUND_TOKEN:-without a token}" >&2; exit 3');
  // Deaf to SIGTERM: only SIGKILL ends it.
  command('stubborn', 'trap "" TERM; while :; do sleep 0.1; done');
  token = good(await admin.post<{ token: string }>('/tokens', { name: 'example', role: 'worker' }), 201).token;
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await gone;
  }
});
afterAll(async () => {
  await product?.stop();
  rmSync(commands, { recursive: true });
});

function start(file: string, ...args: string[]): void {
  const serves = { ASYGROUND_OWNERS: 'token:first-admin', ASYGROUND_OWNER: 'token:first-admin' };
  const own = { ASYGROUND_URL: product.url, ASYGROUND_TOKEN: token, ASYGROUND_COMMANDS: commands };
  const env = { ...process.env, ...own, ...serves };
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
    expect(lines.filter((line) => !/^\s*(?:#|\/\/|\/\*|$)/.test(line)).length).toBeLessThanOrEqual(60);
  });

  it('runs what it is given, says what came of it, and stops what is cancelled', async () => {
    const {
      good: fine,
      bad,
      stubborn,
    } = await admin.graph({
      good: task('hello', { continuations: ['stubborn'] }),
      bad: task('fails'),
      stubborn: task('stubborn', { max_termination_time_ms: 1000, priority: 1 }),
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
    expect(good(await admin.get<string>(`/tasks/${bad?.id}/log`))).toBe('to the log, without a token\n');
    const [info] = await admin.history(bad?.id ?? '');
    expect(info).toMatchObject({ exit_code: 3, worker: expect.stringContaining('-') });
  });

  it('runs nothing but its commands, and nothing of owners it does not name', async () => {
    const trace = path.join(commands, `trace-${program}`);
    const stranger = await admin.newClient('user');
    const theirs = await stranger.task(task('hello', { priority: 1000 }));
    const attempts = [`touch ${trace}`, `hello; touch ${trace}`, `$(touch ${trace})`, '../bin/sh', '', 'no-such'];
    const tasks = await Promise.all(attempts.map((run) => admin.task(task(run))));
    start(program, file);
    for (const { id } of tasks) await ended(id);
    const ends = await Promise.all(tasks.map(({ id }) => admin.read(id)));
    expect(ends.map(({ exit_status }) => exit_status)).toEqual(attempts.map(() => 'failure'));
    expect(existsSync(trace)).toBe(false);
    expect(await stranger.state(theirs.id)).toBe('available');
    await stranger.patch(theirs.id, { state: 'cancelled' });
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
