import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import { AdminClient, sessionCookie } from './admin';
import { codeOf, good, TaskGraphClient, WORK } from './taskgraphClient';
import type { TaskGraphWorld } from './taskgraphWorld';
import { until } from './until';

/** Render tasks, and what tasks leave behind (docs/task-graph.md, "Render tasks" and "Artifacts"). */

export function describeRenders(world: TaskGraphWorld): void {
  const render = (program: string, files: object = {}, options: object = {}) => ({
    command: { render: { files: { 'main.asy': program, ...files }, main: 'main.asy', options } },
  });

  function ended(id: string | undefined): Promise<TaskDocument> {
    const isOver = (task: TaskDocument) => task.state === 'terminated' || task.state === 'cancelled';
    const look = async () => {
      const task = await world.user.read(id ?? '');
      return isOver(task) ? task : undefined;
    };
    return until(`the end of ${id}`, look, 60_000);
  }

  describe('render tasks', () => {
    it('are drawn by our own workers, with what earlier tasks wrote and drew', async () => {
      const { data, plot, poster } = await world.user.graph({
        data: {
          ...render('file out = output("points.csv"); write(out, "1,2", suffix=endl); close(out);'),
          continuations: ['plot'],
        },
        plot: {
          ...render(
            'file in = input("points.csv").csv(); real[] xs = in; draw((0,0)--(50*xs[0],50*xs[1]));',
            { 'points.csv': { artifact: { task: 'data', file: 'points.csv' } } },
            { format: 'eps' },
          ),
          continuations: ['poster'],
        },
        poster: render('label(graphic("plot.eps"));', { 'plot.eps': { artifact: { task: 'plot', file: 'main.eps' } } }),
      });
      const drawn = await ended(poster?.id);
      expect([drawn.state, drawn.exit_status]).toEqual(['terminated', 'success']);
      expect((await world.user.read(data?.id ?? '')).artifacts.map(({ file }) => file)).toEqual(['points.csv']);
      expect((await world.user.read(plot?.id ?? '')).artifacts[0]).toMatchObject({ type: 'application/postscript' });
      const [picture] = drawn.artifacts;
      const answer = await world.user.get<string>((picture?.url ?? '').replace('/api/v1', ''));
      expect(answer.body).toContain('<svg');
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      const [info] = await world.user.history(poster?.id ?? '');
      expect(info?.worker).toBe('asyground');
      expect(info?.measured).toMatch(/^(cgroup|sampled)$/);
      expect(info?.memory_usage[0]?.value).toBeGreaterThan(1_000_000);
      expect(info?.cpu_utilization[0]?.value).toBeGreaterThan(0);
    });

    it('fail with a reason and a log, and take what is below along', async () => {
      const { bad, below } = await world.user.graph({
        bad: { ...render('write("so far"); draw(nonsense);'), continuations: ['below'], max_attempt_count: 2 },
        below: WORK,
      });
      expect(await ended(bad?.id)).toMatchObject({ state: 'terminated', exit_status: 'failure', attempt_count: 2 });
      expect(await world.user.state(below?.id ?? '')).toBe('cancelled');
      expect(good(await world.user.get<string>(`/tasks/${bad?.id}/log`))).toContain('nonsense');
      const [first] = await world.user.history(bad?.id ?? '');
      expect(first?.reason).toContain('failed');
      const lonely = await world.user.task(render('', { 'x.csv': { artifact: { task: bad?.id, file: 'x.csv' } } }));
      expect(await ended(lonely.id)).toMatchObject({ exit_status: 'failure' });
      expect(good(await world.user.get<string>(`/tasks/${lonely.id}/log`))).toContain('no artifact x.csv');
    });

    it('run out of time, and are stopped when cancelled', async () => {
      const slow = await world.user.task(render('while(true);', {}, { duration: 1 }));
      const endless = await world.user.task(render('while(true);'));
      await until('it runs', async () => (await world.user.state(endless.id)) === 'running');
      expect(good(await world.user.patch(endless.id, { state: 'cancelled' })).state).toBe('pending_cancellation');
      expect((await ended(endless.id)).state).toBe('cancelled');
      expect(await ended(slow.id)).toMatchObject({ state: 'terminated', exit_status: 'timeout' });
    });
  });

  describe('an outside worker', () => {
    it('makes the data of the graph that opens docs/task-graph.md', async () => {
      const text = /```json\n([^]*?)```/.exec(readFileSync('docs/task-graph.md', 'utf8'))?.[1] ?? '';
      const { tasks } = good(
        await world.user.post<{ tasks: Record<string, TaskDocument> }>('/tasks', JSON.parse(text)),
        201,
      );
      const { data, plot } = tasks;
      const { token } = good(await world.worker.claimOne(data?.id ?? ''));
      const headers = { 'content-type': 'text/csv', 'attempt-token': token };
      await world.worker.send('PUT', `/tasks/${data?.id}/artifacts/points.csv`, '30,40\n', headers);
      await world.worker.report(data?.id ?? '', token, 'success');
      expect(await ended(plot?.id)).toMatchObject({ exit_status: 'success', artifacts: [{ file: 'plot.pdf' }] });
    });

    it('brings artifacts and a log, while it has the task', async () => {
      const { data, plot } = await world.user.graph({
        data: { ...WORK, continuations: ['plot'] },
        plot: render('file in = input("p.csv").csv(); real[] x = in; draw((0,0)--(x[0],9));', {
          'p.csv': { artifact: { task: 'data', file: 'p.csv' } },
        }),
      });
      const { token } = good(await world.worker.claimOne(data?.id ?? ''));
      const put = (path: string, body: string, attempt = token) =>
        world.worker.send('PUT', `/tasks/${data?.id}/${path}`, body, {
          'attempt-token': attempt,
          'content-type': 'text/csv',
        });
      expect((await put('artifacts/p.csv', '1,2')).status).toBe(201);
      expect((await put('artifacts/p.csv', '3,4', 'old')).status).toBe(409);
      expect((await put('log', 'made it')).status).toBe(204);
      await world.worker.report(data?.id ?? '', token, 'success');
      expect((await ended(plot?.id)).exit_status).toBe('success');
      expect(good(await world.user.get<string>(`/tasks/${data?.id}/log`))).toBe('made it');
      expect((await put('artifacts/p.csv', 'late')).status).toBe(409);
      expect(good(await world.user.get<string>(`/tasks/${data?.id}/artifacts/p.csv`))).toBe('1,2');
    });
  });

  // docs/task-graph.md, "Artifacts"
  describe('artifacts', () => {
    it('are taken away by their owner, and listed, opened and removed by an admin', async () => {
      const { id } = await world.user.task(WORK);
      const { token } = good(await world.worker.claimOne(id));
      for (const file of ['own.txt', 'bad.txt'])
        await world.worker.send('PUT', `/tasks/${id}/artifacts/${file}?token=${token}`, file, {
          'content-type': 'text/plain',
        });
      await world.worker.report(id, token, 'success');
      const other = await world.admin.newClient('user');
      expect(codeOf(await other.send('DELETE', `/tasks/${id}/artifacts/own.txt`))).toBe('404 unknown-task');
      expect((await world.user.send('DELETE', `/tasks/${id}/artifacts/own.txt`)).status).toBe(204);
      expect(codeOf(await world.user.send('DELETE', `/tasks/${id}/artifacts/own.txt`))).toBe('404 unknown-artifact');

      const admin = await AdminClient.signIn(world.product, world.product.adminToken);
      try {
        const listed = () =>
          Object.values((admin.see('artifacts') ?? {}) as Record<string, { file: string; task: string }>);
        const found = await until('the artifact on the admin page', async () =>
          listed().find(({ task, file }) => task === id && file === 'bad.txt'),
        );
        expect(found).toMatchObject({ file: 'bad.txt', bytes: 7 });
        const cookie = (await sessionCookie(world.product, world.product.adminToken)) ?? '';
        const page = new TaskGraphClient(world.product.url, { cookie });
        expect(good(await page.get<string>(`/tasks/${id}/artifacts/bad.txt`))).toBe('bad.txt');
        // Being signed in there opens what was left, and nothing else.
        expect(codeOf(await page.get(`/tasks/${id}`))).toBe('401 no-credential');
        expect(await admin.act('artifact.remove', { task: id, file: 'bad.txt' })).toMatchObject({ ok: true });
        expect(await admin.act('artifact.remove', { task: id, file: 'bad.txt' })).toMatchObject({ ok: false });
        await until('it is gone', async () => !listed().some(({ task }) => task === id));
        expect((await world.user.read(id)).artifacts).toEqual([]);
      } finally {
        admin.close();
      }
    });
  });
}
