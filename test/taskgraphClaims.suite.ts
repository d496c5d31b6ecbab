import { describe, expect, it } from 'vitest';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import { codeOf, good, WORK, type Page } from './taskgraphClient';
import type { TaskGraphWorld } from './taskgraphWorld';

/** docs/task-graph.md, 8 to 11: what workers ask. Whoever falls silent is in taskgraphWorkers. */

export function describeClaims(world: TaskGraphWorld): void {
  // docs/task-graph.md, 8, 10 and 11
  describe('workers', () => {
    it('claim what fits by priority and age, with a lease', async () => {
      const make = (priority: number, cores: number) => ({ ...WORK, priority, requested_resources: { cores } });
      const created = [
        await world.user.task(make(0, 1)),
        await world.user.task(make(5, 8)),
        await world.user.task(make(5, 2)),
      ];
      const claimed = await world.worker.claim({ max: 3, resources: { cores: 4 }, worker: 'small' });
      expect(claimed.map(({ id }) => id)).toEqual([created[2]?.id, created[0]?.id]);
      expect(Date.parse(claimed[0]?.lease_until ?? '')).toBeGreaterThan(Date.parse(claimed[0]?.updated_at ?? ''));
      expect(claimed[0]).toMatchObject({ ...WORK, state: 'running', worker: 'small', max_termination_time_ms: 10_000 });
      for (const { id, token } of claimed) await world.worker.report(id, token, 'success');
      await world.user.patch(created[1]?.id ?? '', { state: 'cancelled' });
    });

    it('see a list of what is available, and take one of it', async () => {
      const { id } = await world.user.task({ ...WORK, labels: ['listed'] });
      const query = '/tasks?state=available&label=listed&fields=id,max_termination_time_ms,requested_resources';
      const { items } = good(await world.worker.get<Page<TaskDocument>>(query));
      expect(items).toEqual([{ id, max_termination_time_ms: 10_000, requested_resources: {} }]);
      await world.worker.run(id);
    });

    it('wait for tasks, and are woken by them', async () => {
      const waiting = world.worker.claim({ max: 1, wait_ms: 20_000 });
      const { id } = await world.user.task(WORK);
      const [claimed] = await waiting;
      expect(claimed?.id).toBe(id);
      await world.worker.report(id, claimed?.token ?? '', 'success');
    });

    it('take only what their token is bound to, and of that what they name', async () => {
      const mine = await world.user.task({ ...WORK, labels: ['gpu'] });
      const other = await world.admin.newClient('user');
      const [theirs, plain] = [await other.task({ ...WORK, priority: 9, labels: ['gpu'] }), await other.task(WORK)];
      const bound = await world.admin.newClient('worker', { owners: [mine.owner] });
      expect(codeOf(await bound.claimOne(theirs.id))).toBe('403 not-allowed');
      expect(await bound.claim({ max: 9, owners: [theirs.owner] })).toEqual([]);
      expect(await bound.claim({ max: 9, labels: ['other'] })).toEqual([]);
      expect((await bound.claim({ max: 9 })).map(({ id }) => id)).toEqual([mine.id]);
      const labelled = await world.admin.newClient('worker', { labels: ['gpu', 'x'] });
      expect(codeOf(await labelled.claimOne(plain.id))).toBe('403 not-allowed');
      expect((await labelled.claim({ max: 9 })).map(({ id }) => id)).toEqual([theirs.id]);
      expect(await labelled.claim({ max: 9 })).toEqual([]);
      const listed = await world.admin.get<Page<{ owners?: string[]; labels?: string[] }>>('/tokens');
      expect(good(listed).items[0]).toMatchObject({ role: 'worker', labels: ['gpu', 'x'] });
      for (const id of [mine.id, theirs.id, plain.id]) await world.admin.patch(id, { state: 'cancelled' });
      const wrong = await world.admin.post('/tokens', { name: 'no worker', role: 'user', labels: ['gpu'] });
      expect(codeOf(wrong)).toBe('422 invalid-body');
    });

    it('leave a task that is for none of those who wait', async () => {
      const { id, owner } = await world.user.task({ ...WORK, hold: true });
      const waiting = ['nobody has this', 'nor this'].map((label) =>
        world.worker.claim({ wait_ms: 1500, labels: [label] }),
      );
      await world.user.patch(id, { state: 'available' });
      expect(await Promise.all(waiting)).toEqual([[], []]);
      const [claimed] = await world.worker.claim({ owners: [owner] });
      expect(claimed?.id).toBe(id);
      await world.worker.report(id, claimed?.token ?? '', 'success');
    });

    it('hear of a cancellation in a waiting claim', async () => {
      const { id } = await world.user.task(WORK);
      const [claimed] = await world.worker.claim({ worker: 'waits' });
      const waiting = world.worker.post<{ tasks: unknown[]; cancel: string[] }>('/tasks/claim', {
        wait_ms: 20_000,
        worker: 'waits',
      });
      await world.user.patch(id, { state: 'cancelled' });
      expect(good(await waiting)).toEqual({ tasks: [], cancel: [id] });
      await world.worker.report(id, claimed?.token ?? '', 'cancelled', 'cancelled');
    });

    it('overwrite the time of the start once, and append what they use', async () => {
      const { id } = await world.user.task(WORK);
      const [claimed] = await world.worker.claim();
      const token = claimed?.token ?? '';
      const start = (value: string) => world.worker.post(`/tasks/${id}/execution_info/time_started`, { token, value });
      expect((await start('2030-01-01T00:00:00.000Z')).status).toBe(200);
      expect(codeOf(await start('2031-01-01T00:00:00.000Z'))).toBe('422 illegal-transition');
      for (const value of [100, 300, 200]) {
        const path = `/tasks/${id}/execution_info/report_memory_usage`;
        expect((await world.worker.post(path, { token, value })).status).toBe(200);
      }
      await world.worker.post(`/tasks/${id}/execution_info/report_cpu_utilization`, { token, value: 0.5 });
      await world.worker.post(`/tasks/${id}/execution_info/report_gpu_usage`, { token, value: 1 });
      const [info] = await world.user.history(id);
      expect(info?.time_started).toBe('2030-01-01T00:00:00.000Z');
      expect(info?.memory_usage.map(({ value }) => value)).toEqual([100, 300, 200]);
      expect([info?.cpu_utilization[0]?.value, info?.gpu_usage[0]?.value]).toEqual([0.5, 1]);
      await world.worker.report(id, token, 'success');
      expect(codeOf(await world.worker.post(`/tasks/${id}/execution_info/report_gpu_usage`, { token, value: 1 }))).toBe(
        '409 old-token',
      );
    });
  });
}
