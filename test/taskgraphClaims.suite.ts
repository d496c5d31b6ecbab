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
