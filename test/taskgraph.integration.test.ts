import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import { startProduct, type Product } from './product';
import { codeOf, good, TaskGraphClient, WORK, type Page, type Problem } from './taskgraphClient';
import { until } from './until';

/** docs/task-graph.md over real HTTP: states, edges, workers; what owners see is in taskgraphOwners. */

let product: Product;
let admin: TaskGraphClient;
let user: TaskGraphClient;
let worker: TaskGraphClient;

beforeAll(async () => {
  product = await startProduct(['--backends', '1', '--graph-lease-seconds', '2', '--warm-megabytes', '0']);
  admin = TaskGraphClient.withToken(product.url, product.adminToken);
  user = await admin.newClient('user');
  worker = await admin.newClient('worker');
});
afterAll(() => product?.stop());

// docs/task-graph.md, 2
describe('the owner', () => {
  it('activates once there is no unfinished parent', async () => {
    const { a, b } = await user.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK }, true);
    expect([a?.state, b?.state, b?.pending_dependency_count]).toEqual(['inactive', 'inactive', 1]);
    expect(codeOf(await user.patch(b?.id ?? '', { state: 'available' }))).toBe('422 has-dependencies');
    expect(good(await user.patch(a?.id ?? '', { state: 'available' })).state).toBe('available');
    expect(codeOf(await user.patch(a?.id ?? '', { state: 'available' }))).toBe('422 illegal-transition');
    expect(codeOf(await user.patch(a?.id ?? '', { state: 'inactive' }))).toBe('422 invalid-body');
    await user.patch(a?.id ?? '', { state: 'cancelled' });
  });

  it('cancels whatever has not ended, and again as a success that changes nothing', async () => {
    const { a, b } = await user.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK });
    for (const id of [a?.id ?? '', a?.id ?? '', b?.id ?? ''])
      expect(good(await user.patch(id, { state: 'cancelled' })).state).toBe('cancelled');
    const done = await user.task({});
    expect(done.state).toBe('terminated');
    expect(good(await user.patch(done.id, { state: 'cancelled' })).state).toBe('terminated');
  });
});

// docs/task-graph.md, 3
describe('a running task that is cancelled', () => {
  it.each([
    ['success', 'terminated'],
    ['failure', 'terminated'],
    ['cancelled', 'cancelled'],
  ])('takes what is below along, and neither retries nor releases after %s', async (exit, end) => {
    const task = { ...WORK, max_attempt_count: 5, continuations: ['b'] };
    const { a, b } = await user.graph({ a: task, b: WORK });
    const { token } = good(await worker.claimOne(a?.id ?? ''));
    expect(good(await user.patch(a?.id ?? '', { state: 'cancelled' })).state).toBe('pending_cancellation');
    expect(await user.state(b?.id ?? '')).toBe('cancelled');
    const renewed = await worker.post<{ cancel: boolean }>(`/tasks/${a?.id}/renew`, { token });
    expect(good(renewed).cancel).toBe(true);
    const state = exit === 'cancelled' ? 'cancelled' : 'terminated';
    expect(good(await worker.report(a?.id ?? '', token, exit, state)).state).toBe(end);
    expect(await user.state(b?.id ?? '')).toBe('cancelled');
  });
});

// docs/task-graph.md, 4 and 9
describe('the end of an attempt', () => {
  it('releases after success, and a repeated report is a success that changes nothing', async () => {
    const { a, b } = await user.graph({ a: { ...WORK, continuations: ['b'] }, b: { ...WORK, continuations: [] } });
    const { token } = good(await worker.claimOne(a?.id ?? ''));
    for (let i = 0; i < 2; i += 1) {
      expect(good(await worker.report(a?.id ?? '', token, 'success')).state).toBe('terminated');
    }
    expect(await user.read(b?.id ?? '')).toMatchObject({ state: 'available', pending_dependency_count: 0 });
    await worker.run(b?.id ?? '');
  });

  it('is followed by another attempt while there are some; the second stores its worker', async () => {
    const task = { ...WORK, max_attempt_count: 2, continuations: ['b'] };
    const { a, b } = await user.graph({ a: task, b: WORK });
    const id = a?.id ?? '';
    const first = good(await worker.claimOne(id, 'first'));
    expect(good(await worker.report(id, first.token, 'failure'))).toMatchObject({ state: 'available', retry_count: 0 });
    expect(await user.state(b?.id ?? '')).toBe('inactive');
    const second = good(await worker.claimOne(id, 'second'));
    expect(codeOf(await worker.report(id, first.token, 'success'))).toBe('409 old-token');
    expect(good(await worker.report(id, second.token, 'signal'))).toMatchObject({
      state: 'terminated',
      retry_count: 1,
    });
    expect(await user.state(b?.id ?? '')).toBe('cancelled');
    const history = await user.history(id);
    expect(history.map((info) => [info.worker, info.exit_status])).toEqual([
      ['first', 'failure'],
      ['second', 'signal'],
    ]);
  });
});

// docs/task-graph.md, 5
describe('groups', () => {
  it('fire when they would become available, nested ones too, also if created without a command', async () => {
    const tasks = {
      a: { ...WORK, continuations: ['g'] },
      g: { continuations: ['h'] },
      h: { continuations: ['z'] },
      z: WORK,
    };
    const { a, g, h, z } = await user.graph(tasks);
    await worker.run(a?.id ?? '');
    expect(await Promise.all([g, h, z].map((task) => user.state(task?.id ?? '')))).toEqual([
      'terminated',
      'terminated',
      'available',
    ]);
    await worker.run(z?.id ?? '');
  });

  it('can be changed without a state', async () => {
    const group = await user.task({ hold: true });
    expect(good(await user.patch(group.id, { priority: 7 }))).toMatchObject({ state: 'inactive', priority: 7 });
    expect(good(await user.patch(group.id, { state: 'available' })).state).toBe('terminated');
  });
});

// docs/task-graph.md, 6
describe('edges', () => {
  it('change only between inactive tasks, whole or not at all, plural and singular, one and many', async () => {
    const [a, b, c, busy] = [await held(), await held(), await held(), await user.task(WORK)];
    const added = await user.post<{ added: unknown[] }>(`/tasks/${a}/add_continuations`, [b, c]);
    expect(good(added).added).toEqual([
      { parent: a, child: b },
      { parent: a, child: c },
    ]);
    expect(good(await user.post(`/tasks/${a}/add_continuation`, [b]))).toEqual({ added: [] });
    expect(codeOf(await user.post(`/tasks/${b}/add_continuations`, [c, busy.id]))).toBe('422 not-inactive');
    expect((await user.read(b)).continuations).toEqual([]);
    expect(codeOf(await user.post(`/tasks/${b}/add_continuations`, [c, 'nobody']))).toBe('404 unknown-task');
    const bulk = [{ targets: [a, b], values: [c] }];
    expect(good(await user.post('/tasks/add_continuations', bulk))).toEqual({ added: [{ parent: b, child: c }] });
    expect((await user.read(c)).pending_dependency_count).toBe(2);
    expect(good(await user.post('/tasks/remove_continuation', bulk))).toMatchObject({ removed: [{}, {}] });
    expect(good(await user.post(`/tasks/${a}/remove_continuations`, [c]))).toEqual({ removed: [] });
    // docs/task-graph.md, 12: whoever loses its last parent stays inactive.
    expect(await user.read(c)).toMatchObject({ state: 'inactive', pending_dependency_count: 0 });
    expect(good(await user.patch(a, { remove_continuations: [b], add_continuations: [c] })).continuations).toEqual([c]);
    await user.patch(busy.id, { state: 'cancelled' });
  });

  it('make no cycle of any length; the refusal has its path', async () => {
    const length = 50;
    const names = Array.from({ length }, (_, i) => `n${i}`);
    const chain = names.map((name, i) => [name, { ...WORK, continuations: i + 1 < length ? [`n${i + 1}`] : [] }]);
    const tasks = await user.graph(Object.fromEntries(chain), true);
    const ids = names.map((name) => tasks[name]?.id ?? '');
    const refused = await user.post<Problem>(`/tasks/${ids.at(-1)}/add_continuations`, [ids[0]]);
    expect(codeOf(refused)).toBe('422 cycle');
    expect(refused.body.path).toEqual([ids.at(-1), ...ids]);
    expect(codeOf(await user.post(`/tasks/${ids[0]}/add_continuations`, [ids[0]]))).toBe('422 cycle');
    const circle = await user.post<Problem>('/tasks', {
      tasks: { a: { continuations: ['b'] }, b: { continuations: ['a'] } },
    });
    expect([codeOf(circle), circle.body.path]).toEqual(['422 cycle', ['a', 'b', 'a']]);
  });

  async function held(): Promise<string> {
    return (await user.task({ ...WORK, hold: true })).id;
  }
});

// docs/task-graph.md, 7
describe('refusals', () => {
  it('have their status and name the field', async () => {
    expect(codeOf(await user.send('POST', '/tasks', '{"name": '))).toBe('400 malformed-json');
    const wrong = await user.post<Problem>('/tasks', { priority: 'high', nonsense: 1 });
    expect(codeOf(wrong)).toBe('422 invalid-body');
    expect(wrong.headers.get('content-type')).toContain('application/problem+json');
    expect(wrong.body.errors?.map(({ field }) => field)).toContain('priority');
    expect(codeOf(await user.get('/tasks/nobody'))).toBe('404 unknown-task');
    expect(codeOf(await user.get('/nowhere'))).toBe('404 unknown-address');
    expect(codeOf(await user.post('/tasks/claim', {}))).toBe('403 not-allowed');
    expect(codeOf(await worker.post('/tasks', WORK))).toBe('403 not-allowed');
    expect(codeOf(await user.get('/tokens'))).toBe('403 not-allowed');
    expect(codeOf(await user.send('POST', '/tasks', 'x=1', { 'content-type': 'text/plain' }))).toBe(
      '415 unsupported-type',
    );
    const strangers: Record<string, string>[] = [{}, { authorization: 'Bearer no' }, { authorization: 'Basic ???' }];
    for (const headers of strangers) {
      const stranger = await new TaskGraphClient(product.url, headers).get('/tasks');
      expect(codeOf(stranger)).toBe('401 no-credential');
      expect(stranger.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('tell who lost a race: of many claims of one task one succeeds', async () => {
    const { id } = await user.task(WORK);
    const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => worker.claimOne(id, `w${i}`)));
    expect(claims.map(codeOf).sort()).toEqual(['200', ...Array<string>(19).fill('409 lost-race')]);
    const winner = claims.find(({ status }) => status === 200);
    await worker.report(id, winner?.body.token ?? '', 'success');
  });
});

// docs/task-graph.md, 8, 10 and 11
describe('workers', () => {
  it('claim what fits by priority and age, with a lease', async () => {
    const make = (priority: number, cores: number) => ({ ...WORK, priority, requested_resources: { cores } });
    const created = [await user.task(make(0, 1)), await user.task(make(5, 8)), await user.task(make(5, 2))];
    const claimed = await worker.claim({ max: 3, resources: { cores: 4 }, worker: 'small' });
    expect(claimed.map(({ id }) => id)).toEqual([created[2]?.id, created[0]?.id]);
    expect(Date.parse(claimed[0]?.lease_until ?? '')).toBeGreaterThan(Date.parse(claimed[0]?.updated_at ?? ''));
    expect(claimed[0]).toMatchObject({ ...WORK, state: 'running', worker: 'small', max_termination_time_ms: 10_000 });
    for (const { id, token } of claimed) await worker.report(id, token, 'success');
    await user.patch(created[1]?.id ?? '', { state: 'cancelled' });
  });

  it('see a list of what is available, and take one of it', async () => {
    const { id } = await user.task({ ...WORK, labels: ['listed'] });
    const query = '/tasks?state=available&label=listed&fields=id,max_termination_time_ms,requested_resources';
    const { items } = good(await worker.get<Page<TaskDocument>>(query));
    expect(items).toEqual([{ id, max_termination_time_ms: 10_000, requested_resources: {} }]);
    await worker.run(id);
  });

  it('wait for tasks, and are woken by them', async () => {
    const waiting = worker.claim({ max: 1, wait_ms: 20_000 });
    const { id } = await user.task(WORK);
    const [claimed] = await waiting;
    expect(claimed?.id).toBe(id);
    await worker.report(id, claimed?.token ?? '', 'success');
  });

  it('hear of a cancellation in a waiting claim', async () => {
    const { id } = await user.task(WORK);
    const [claimed] = await worker.claim({ worker: 'waits' });
    const waiting = worker.post<{ tasks: unknown[]; cancel: string[] }>('/tasks/claim', {
      wait_ms: 20_000,
      worker: 'waits',
    });
    await user.patch(id, { state: 'cancelled' });
    expect(good(await waiting)).toEqual({ tasks: [], cancel: [id] });
    await worker.report(id, claimed?.token ?? '', 'cancelled', 'cancelled');
  });

  it('overwrite the time of the start once, and append what they use', async () => {
    const { id } = await user.task(WORK);
    const [claimed] = await worker.claim();
    const token = claimed?.token ?? '';
    const start = (value: string) => worker.post(`/tasks/${id}/execution_info/time_started`, { token, value });
    expect((await start('2030-01-01T00:00:00.000Z')).status).toBe(204);
    expect(codeOf(await start('2031-01-01T00:00:00.000Z'))).toBe('422 illegal-transition');
    for (const value of [100, 300, 200]) {
      const path = `/tasks/${id}/execution_info/report_memory_usage`;
      expect((await worker.post(path, { token, value })).status).toBe(204);
    }
    await worker.post(`/tasks/${id}/execution_info/report_cpu_utilization`, { token, value: 0.5 });
    await worker.post(`/tasks/${id}/execution_info/report_gpu_usage`, { token, value: 1 });
    const [info] = await user.history(id);
    expect(info?.time_started).toBe('2030-01-01T00:00:00.000Z');
    expect(info?.memory_usage.map(({ value }) => value)).toEqual([100, 300, 200]);
    expect([info?.cpu_utilization[0]?.value, info?.gpu_usage[0]?.value]).toEqual([0.5, 1]);
    await worker.report(id, token, 'success');
    expect(codeOf(await worker.post(`/tasks/${id}/execution_info/report_gpu_usage`, { token, value: 1 }))).toBe(
      '409 old-token',
    );
  });

  it('lose a task they are silent about; whoever comes back late is told so', async () => {
    const { id } = await user.task(WORK);
    const [claimed] = await worker.claim({ worker: 'vanishes' });
    await until('the lease ran out', async () => (await user.state(id)) === 'available');
    expect(await user.read(id)).toMatchObject({ attempt_count: 0, abandoned_count: 1 });
    const [again] = await worker.claim({ worker: 'reliable' });
    expect(codeOf(await worker.report(id, claimed?.token ?? '', 'success'))).toBe('409 old-token');
    expect(codeOf(await worker.post(`/tasks/${id}/renew`, { token: claimed?.token }))).toBe('409 old-token');
    expect(good(await worker.report(id, again?.token ?? '', 'success')).state).toBe('terminated');
    expect((await user.history(id)).map(({ exit_status }) => exit_status)).toEqual(['abandoned', 'success']);
  });
});
