import { describe, expect, it } from 'vitest';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import type { WorkerDocument } from '@/core/taskgraph/serviceSchema';
import { AnswerCheck } from './answerCheck';
import { good, WORK, type Page } from './taskgraphClient';
import type { TaskGraphWorld } from './taskgraphWorld';

/** Every route of docs/task-graph.md once, by a client that holds each answer against the document. */
export function describeRoutes(world: TaskGraphWorld): void {
  // docs/task-graph.md, 13
  describe('the OpenAPI document', () => {
    it('says of every route what it answers', async () => {
      const check = await AnswerCheck.of(world.product.url);
      check.answered.clear();
      const { user, worker, admin } = world;
      await reading();
      await edges();
      await working();
      await graphs();
      const made = good(await admin.post<{ id: string }>('/tokens', { name: 'route', role: 'worker' }), 201);
      await admin.get('/tokens');
      await admin.send('DELETE', `/tokens/${made.id}`);
      expect(check.operations.filter((operation) => !check.answered.has(operation))).toEqual([]);

      async function reading(): Promise<void> {
        const { id } = await user.task({ ...WORK, labels: ['route'], deadline: '2030-01-01T00:00:00+02:00' });
        for (const path of [`/tasks/${id}`, `/tasks/${id}/current_history`, '/graphs', '/stats'])
          good(await user.get(path));
        good(await user.get('/tasks?fields=id,state&label=route&cores_at_most=0'));
        good(await user.get('/events?limit=3', { accept: 'application/json' }));
        good(await user.patch(id, { state: 'cancelled' }));
        expect((await user.send('DELETE', `/tasks/${id}`)).status).toBe(204);
      }

      async function edges(): Promise<void> {
        const [a, b] = [await user.task({ ...WORK, hold: true }), await user.task({ ...WORK, hold: true })];
        for (const noun of ['continuation', 'continuations'])
          for (const verb of ['add', 'remove']) {
            good(await user.post(`/tasks/${a.id}/${verb}_${noun}`, [b.id]));
            good(
              await user.post(`/tasks/${verb}_${noun}`, [{ targets: [b.id], values: verb === 'add' ? [] : [a.id] }]),
            );
          }
      }

      /** Both ways to claim; the one by PATCH answers a token, too. */
      async function working(): Promise<void> {
        const first = await user.task({ ...WORK, priority: 1000, requested_resources: { cores: 2 } });
        const second = await user.task({ ...WORK, priority: 999 });
        const { token } = good(await worker.claimOne(first.id, 'router'));
        const [claimed] = await worker.claim({ worker: 'router' });
        expect(claimed?.id).toBe(second.id);
        const { items } = good(await worker.get<Page<WorkerDocument>>('/workers'));
        expect(good(await worker.get<Page<WorkerDocument>>('/registered_workers')).items).toHaveLength(items.length);
        expect(items.find((one) => one.worker === 'router')).toMatchObject({
          tasks: expect.arrayContaining([first.id, second.id]),
          resources: { cores: 2 },
        });
        const at = `/tasks/${first.id}`;
        good(await worker.post(`${at}/renew`, { token }));
        good(await worker.post(`${at}/execution_info/time_started`, { token, value: new Date().toISOString() }));
        for (const list of ['memory_usage', 'cpu_utilization', 'gpu_usage'])
          good(await worker.post(`${at}/execution_info/report_${list}`, { token, value: 0.5 }));
        const bytes = { 'content-type': 'application/octet-stream', 'attempt-token': token };
        good(await worker.send('PUT', `${at}/artifacts/a.csv`, '1,2', bytes), 201);
        good(await worker.send('PUT', `${at}/log`, 'said', bytes), 204);
        good(await worker.report(first.id, token, 'success'));
        good(await worker.report(second.id, claimed?.token ?? '', 'failure'));
        good(await user.get(`${at}/current_history`));
        expect(good(await user.get(`${at}/artifacts/a.csv`))).toBe('1,2');
        expect(good(await user.get(`${at}/log`))).toBe('said');
        good(await user.send('DELETE', `${at}/artifacts/a.csv`), 204);
        good(await user.post(`/tasks/${second.id}/retry`), 201);
      }

      async function graphs(): Promise<void> {
        const body = { tasks: { a: { ...WORK, continuations: ['b'] }, b: {} } };
        const { graph } = good(
          await user.post<{ graph: string; tasks: Record<string, TaskDocument> }>('/tasks', body),
          201,
        );
        good(await user.get(`/graphs/${graph}`));
        good(await user.post(`/graphs/${graph}/cancel`));
        good(await user.post(`/graphs/${graph}/retry`), 201);
        good(await user.send('DELETE', `/graphs/${graph}`), 204);
      }
    });
  });
}
