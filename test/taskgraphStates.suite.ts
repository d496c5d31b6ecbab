import { describe, expect, it } from 'vitest';
import { codeOf, good, TaskGraphClient, WORK, type Problem } from './taskgraphClient';
import type { TaskGraphWorld } from './taskgraphWorld';

/** docs/task-graph.md over real HTTP: states, edges and refusals. */

export function describeStates(world: TaskGraphWorld): void {
  // docs/task-graph.md, 2
  describe('the owner', () => {
    it('activates once there is no unfinished parent', async () => {
      const { a, b } = await world.user.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK }, true);
      expect([a?.state, b?.state, b?.pending_dependency_count]).toEqual(['inactive', 'inactive', 1]);
      expect(codeOf(await world.user.patch(b?.id ?? '', { state: 'available' }))).toBe('422 has-dependencies');
      expect(good(await world.user.patch(a?.id ?? '', { state: 'available' })).state).toBe('available');
      expect(codeOf(await world.user.patch(a?.id ?? '', { state: 'available' }))).toBe('422 illegal-transition');
      expect(codeOf(await world.user.patch(a?.id ?? '', { state: 'inactive' }))).toBe('422 invalid-body');
      await world.user.patch(a?.id ?? '', { state: 'cancelled' });
    });

    it('cancels whatever has not ended, and again as a success that changes nothing', async () => {
      const { a, b } = await world.user.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK });
      for (const id of [a?.id ?? '', a?.id ?? '', b?.id ?? ''])
        expect(good(await world.user.patch(id, { state: 'cancelled' })).state).toBe('cancelled');
      const done = await world.user.task({});
      expect(done.state).toBe('terminated');
      expect(good(await world.user.patch(done.id, { state: 'cancelled' })).state).toBe('terminated');
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
      const { a, b } = await world.user.graph({ a: task, b: WORK });
      const { token } = good(await world.worker.claimOne(a?.id ?? ''));
      expect(good(await world.user.patch(a?.id ?? '', { state: 'cancelled' })).state).toBe('pending_cancellation');
      expect(await world.user.state(b?.id ?? '')).toBe('cancelled');
      const renewed = await world.worker.post<{ cancel: boolean }>(`/tasks/${a?.id}/renew`, { token });
      expect(good(renewed).cancel).toBe(true);
      const state = exit === 'cancelled' ? 'cancelled' : 'terminated';
      expect(good(await world.worker.report(a?.id ?? '', token, exit, state)).state).toBe(end);
      expect(await world.user.state(b?.id ?? '')).toBe('cancelled');
    });
  });

  // docs/task-graph.md, 4 and 9
  describe('the end of an attempt', () => {
    it('releases after success, and a repeated report is a success that changes nothing', async () => {
      const { a, b } = await world.user.graph({
        a: { ...WORK, continuations: ['b'] },
        b: { ...WORK, continuations: [] },
      });
      const { token } = good(await world.worker.claimOne(a?.id ?? ''));
      for (let i = 0; i < 2; i += 1) {
        expect(good(await world.worker.report(a?.id ?? '', token, 'success')).state).toBe('terminated');
      }
      expect(await world.user.read(b?.id ?? '')).toMatchObject({ state: 'available', pending_dependency_count: 0 });
      await world.worker.run(b?.id ?? '');
    });

    it('is followed by another attempt while there are some; the second stores its worker', async () => {
      const task = { ...WORK, max_attempt_count: 2, continuations: ['b'] };
      const { a, b } = await world.user.graph({ a: task, b: WORK });
      const id = a?.id ?? '';
      const first = good(await world.worker.claimOne(id, 'first'));
      expect(good(await world.worker.report(id, first.token, 'failure'))).toMatchObject({
        state: 'available',
        retry_count: 0,
      });
      expect(await world.user.state(b?.id ?? '')).toBe('inactive');
      const second = good(await world.worker.claimOne(id, 'second'));
      expect(codeOf(await world.worker.report(id, first.token, 'success'))).toBe('409 old-token');
      expect(good(await world.worker.report(id, second.token, 'signal'))).toMatchObject({
        state: 'terminated',
        retry_count: 1,
      });
      expect(await world.user.state(b?.id ?? '')).toBe('cancelled');
      const history = await world.user.history(id);
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
      const { a, g, h, z } = await world.user.graph(tasks);
      await world.worker.run(a?.id ?? '');
      expect(await Promise.all([g, h, z].map((task) => world.user.state(task?.id ?? '')))).toEqual([
        'terminated',
        'terminated',
        'available',
      ]);
      await world.worker.run(z?.id ?? '');
    });

    it('keeps what a worker counts on once it is available', async () => {
      const { id } = await world.user.task({ ...WORK, max_termination_time_ms: 86_400_000 });
      for (const body of [{ command: WORK.command }, { requested_resources: { cores: 1 } }, { max_attempt_count: 2 }]) {
        const refused = await world.user.patch<Problem>(id, body);
        expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([422, Object.keys(body)]);
      }
      const free = { labels: ['late'], priority: 3, estimated_runtime_ms: 5, deadline: '2030-01-01T00:00:00Z' };
      expect(good(await world.user.patch(id, free))).toMatchObject(free);
      await world.user.patch(id, { state: 'cancelled' });
    });

    it('can be changed without a state', async () => {
      const group = await world.user.task({ hold: true });
      expect(good(await world.user.patch(group.id, { priority: 7 }))).toMatchObject({ state: 'inactive', priority: 7 });
      expect(good(await world.user.patch(group.id, { state: 'available' })).state).toBe('terminated');
    });
  });

  // docs/task-graph.md, 6
  describe('edges', () => {
    it('change only between inactive tasks, whole or not at all, plural and singular, one and many', async () => {
      const [a, b, c, busy] = [await held(), await held(), await held(), await world.user.task(WORK)];
      const added = await world.user.post<{ added: unknown[] }>(`/tasks/${a}/add_continuations`, [b, c]);
      expect(good(added).added).toEqual([b, c]);
      expect(good(await world.user.post(`/tasks/${a}/add_continuation`, [b]))).toEqual({ added: [] });
      expect(codeOf(await world.user.post(`/tasks/${b}/add_continuations`, [c, busy.id]))).toBe('422 not-inactive');
      expect((await world.user.read(b)).continuations).toEqual([]);
      expect(codeOf(await world.user.post(`/tasks/${b}/add_continuations`, [c, 'nobody']))).toBe('404 unknown-task');
      const bulk = [{ targets: [a, b], values: [c] }];
      expect(good(await world.user.post('/tasks/add_continuations', bulk))).toEqual({
        added: [{ parent: b, child: c }],
      });
      expect((await world.user.read(c)).pending_dependency_count).toBe(2);
      expect(good(await world.user.post('/tasks/remove_continuation', bulk))).toMatchObject({ removed: [{}, {}] });
      expect(good(await world.user.post(`/tasks/${a}/remove_continuations`, [c]))).toEqual({ removed: [] });
      // docs/task-graph.md, 12: whoever loses its last parent stays inactive.
      expect(await world.user.read(c)).toMatchObject({ state: 'inactive', pending_dependency_count: 0 });
      expect(
        good(await world.user.patch(a, { remove_continuations: [b], add_continuations: [c] })).continuations,
      ).toEqual([c]);
      expect(good(await world.user.patch(a, { remove_continuations: [b], add_continuations: [b] }))).toMatchObject({
        continuations: [c],
      });
      await world.user.patch(busy.id, { state: 'cancelled' });
    });

    it('make no cycle of any length; the refusal has its path', async () => {
      const length = 50;
      const names = Array.from({ length }, (_, i) => `n${i}`);
      const chain = names.map((name, i) => [name, { ...WORK, continuations: i + 1 < length ? [`n${i + 1}`] : [] }]);
      const tasks = await world.user.graph(Object.fromEntries(chain), true);
      const ids = names.map((name) => tasks[name]?.id ?? '');
      const refused = await world.user.post<Problem>(`/tasks/${ids.at(-1)}/add_continuations`, [ids[0]]);
      expect(codeOf(refused)).toBe('422 cycle');
      expect(refused.body.path).toEqual([ids.at(-1), ...ids]);
      expect(codeOf(await world.user.post(`/tasks/${ids[0]}/add_continuations`, [ids[0]]))).toBe('422 cycle');
      const circle = await world.user.post<Problem>('/tasks', {
        tasks: { a: { continuations: ['b'] }, b: { continuations: ['a'] } },
      });
      expect([codeOf(circle), circle.body.path]).toEqual(['422 cycle', ['a', 'b', 'a']]);
    });

    async function held(): Promise<string> {
      return (await world.user.task({ ...WORK, hold: true })).id;
    }
  });

  // docs/task-graph.md, 7
  describe('refusals', () => {
    it('have their status and name the field', async () => {
      expect(codeOf(await world.user.send('POST', '/tasks', '{"name": '))).toBe('400 malformed-json');
      const wrong = await world.user.post<Problem>('/tasks', { priority: 'high', nonsense: 1 });
      expect(codeOf(wrong)).toBe('422 invalid-body');
      expect(wrong.headers.get('content-type')).toContain('application/problem+json');
      expect(wrong.body.errors?.map(({ field }) => field)).toContain('priority');
      expect(codeOf(await world.user.get('/tasks/nobody'))).toBe('404 unknown-task');
      expect(codeOf(await world.user.get('/nowhere'))).toBe('404 unknown-address');
      expect(codeOf(await world.user.post('/tasks/claim', {}))).toBe('403 not-allowed');
      expect(codeOf(await world.worker.post('/tasks', WORK))).toBe('403 not-allowed');
      expect(codeOf(await world.user.get('/tokens'))).toBe('403 not-allowed');
      expect(codeOf(await world.user.send('POST', '/tasks', 'x=1', { 'content-type': 'text/plain' }))).toBe(
        '415 unsupported-type',
      );
      const strangers: Record<string, string>[] = [{}, { authorization: 'Bearer no' }, { authorization: 'Basic ???' }];
      for (const headers of strangers) {
        const stranger = await new TaskGraphClient(world.product.url, headers).get('/tasks');
        expect(codeOf(stranger)).toBe('401 no-credential');
        expect(stranger.headers.get('www-authenticate')).toContain('Bearer');
      }
    });

    it('tell who lost a race: of many claims of one task one succeeds', async () => {
      const { id } = await world.user.task(WORK);
      const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => world.worker.claimOne(id, `w${i}`)));
      expect(claims.map(codeOf).sort()).toEqual(['200', ...Array<string>(19).fill('409 lost-race')]);
      const winner = claims.find(({ status }) => status === 200);
      await world.worker.report(id, winner?.body.token ?? '', 'success');
      const held = await world.user.task({ ...WORK, hold: true });
      expect(codeOf(await world.worker.claimOne(held.id))).toBe('422 illegal-transition');
    });
  });
}
