import { describe, expect, it } from 'vitest';
import type { EventDocument, TaskDocument } from '@/core/taskgraph/documentSchema';
import type { StatsDocument } from '@/core/taskgraph/serviceSchema';
import { codeOf, good, TaskGraphClient, WORK, type Page, type Problem } from './taskgraphClient';
import type { TaskGraphWorld } from './taskgraphWorld';

/** docs/task-graph.md, 12 to 14, over real HTTP. */

const RENDER = { command: { render: { files: { 'a.asy': 'write(1);' }, main: 'a.asy' } } };

export function describeOwners(world: TaskGraphWorld): void {
  // docs/task-graph.md, 12
  describe('creating', () => {
    it('is repeatable with an Idempotency-Key, also at once, for tasks and graphs', async () => {
      const graph = { tasks: { a: { ...WORK, continuations: ['b'], name: 'only once' }, b: WORK }, hold: true };
      for (const body of [{ ...WORK, hold: true }, graph]) {
        const headers = { 'idempotency-key': `key ${'tasks' in body}` };
        const answers = await Promise.all(Array.from({ length: 8 }, () => world.user.post('/tasks', body, headers)));
        const again = await world.user.post('/tasks', body, headers);
        expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
        for (const answer of answers) expect(answer.body).toEqual(again.body);
        expect(codeOf(await world.user.post('/tasks', { ...WORK, priority: 9 }, headers))).toBe('422 other-request');
      }
      // The key is its owner's.
      const other = await world.admin.newClient('user');
      const theirs = await other.post<TaskDocument>(
        '/tasks',
        { ...WORK, hold: true },
        { 'idempotency-key': 'key false' },
      );
      expect(good(theirs, 201).id).not.toBe('');
      expect(good(await other.get<Page<TaskDocument>>('/tasks')).items).toHaveLength(1);
    });

    it('refuses a name that is taken, and then nothing of the graph is there', async () => {
      const [owner, other] = [await world.admin.newClient('user'), await world.admin.newClient('user')];
      const { id } = await owner.task({ ...WORK, hold: true, name: 'taken' });
      const refused = await owner.post('/tasks', { tasks: { a: WORK, b: { ...WORK, name: 'taken' } } });
      expect(codeOf(refused)).toBe('409 name-taken');
      const listed = await owner.get<Page<TaskDocument>>('/tasks?fields=id');
      expect(good(listed).items).toEqual([{ id }]);
      expect(codeOf(await owner.patch(id, { name: 'free' }))).toBe('200');
      await owner.task({ ...WORK, hold: true, name: 'taken' });
      // A name is unique among its owner's.
      await other.task({ ...WORK, hold: true, name: 'taken' });
    });

    it('takes a graph of 10,000 tasks and 20,000 edges, and refuses one more', async () => {
      const owner = await world.admin.newClient('user');
      const size = 10_000;
      const bodies = Array.from({ length: size }, (_, i) => {
        const continuations = [i + 1, i + 2, i + 3].filter((next) => next < size).map((next) => `n${next}`);
        return [`n${i}`, { ...WORK, continuations: continuations.slice(0, 2) }] as const;
      });
      const tasks = await owner.graph(Object.fromEntries(bodies));
      expect(Object.keys(tasks)).toHaveLength(size);
      expect([tasks.n0?.state, tasks.n1?.state, tasks.n9999?.pending_dependency_count]).toEqual([
        'available',
        'inactive',
        2,
      ]);
      await world.worker.run(tasks.n0?.id ?? '');
      expect(await owner.state(tasks.n1?.id ?? '')).toBe('available');
      expect(good(await owner.patch(tasks.n1?.id ?? '', { state: 'cancelled' })).state).toBe('cancelled');
      expect(await owner.state(tasks.n9999?.id ?? '')).toBe('cancelled');
      const tooMany = Object.fromEntries([...bodies, ['one more', WORK]]);
      expect(codeOf(await owner.post('/tasks', { tasks: tooMany }))).toBe('422 invalid-body');
    });

    it('fires a chain of 10,000 groups', async () => {
      const owner = await world.admin.newClient('user');
      const size = 10_000;
      const names = Array.from({ length: size }, (_, i) => `g${i}`);
      const chain = names.map((name, i) => [name, { continuations: i + 1 < size ? [`g${i + 1}`] : [] }]);
      const tasks = await owner.graph(Object.fromEntries(chain));
      expect(new Set(Object.values(tasks).map(({ state }) => state))).toEqual(new Set(['terminated']));
    });
  });

  // docs/task-graph.md, 12
  describe('lists', () => {
    it('have pages with a cursor, in every order, each task once', async () => {
      const owner = await world.admin.newClient('user');
      const many = Array.from({ length: 300 }, (_, i) => [
        `n${i}`,
        { ...WORK, priority: i % 7, labels: [`l${i % 3}`] },
      ]);
      await owner.graph(Object.fromEntries(many), true);
      for (const sort of ['created_at', '-created_at', '-priority', 'updated_at', 'name']) {
        const seen: string[] = [];
        const priorities: number[] = [];
        let cursor = '';
        do {
          const page = good(await owner.get<Page<TaskDocument>>(`/tasks?sort=${sort}&label=l1${cursor}`));
          expect(page.items.length).toBeLessThanOrEqual(128);
          seen.push(...page.items.map(({ id }) => id));
          priorities.push(...page.items.map(({ priority }) => priority));
          cursor = page.next === null ? '' : `&cursor=${page.next}`;
        } while (cursor !== '');
        expect(new Set(seen).size).toBe(100);
        expect(seen).toHaveLength(100);
        if (sort === '-priority') expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
      }
      const first = good(await owner.get<Page<TaskDocument>>('/tasks?limit=5&fields=id'));
      expect(first.items.map((item) => Object.keys(item))).toEqual(Array(5).fill(['id']));
      expect(good(await owner.get<Page<TaskDocument>>('/tasks?state=running,available')).items).toEqual([]);
    });

    it('refuse what they do not know', async () => {
      for (const query of ['sort=colour', 'nonsense=1', 'limit=1000', 'state=lost', 'fields=colour', 'cursor=x'])
        expect(codeOf(await world.user.get(`/tasks?${query}`))).toBe('422 invalid-query');
    });
  });

  // docs/task-graph.md, 13
  describe('events', () => {
    it('tell every change in order, resumable by Last-Event-ID, and in pages', async () => {
      const owner = await world.admin.newClient('user');
      const { a, b } = await owner.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK });
      await world.worker.run(a?.id ?? '');
      const page = good(await owner.get<Page<EventDocument>>('/events?limit=100', { accept: 'application/json' }));
      const stories = (events: readonly EventDocument[], id = '') =>
        events.filter(({ task }) => task === id).map(({ from = '', to }) => `${from}>${to}`);
      expect(stories(page.items, a?.id)).toEqual([
        '>inactive',
        'inactive>available',
        'available>running',
        'running>terminated',
      ]);
      expect(stories(page.items, b?.id)).toEqual(['>inactive', 'inactive>available']);
      const [first] = page.items;
      const live = owner.events('', (events) => events.length === page.items.length, {
        'last-event-id': first?.id ?? '',
      });
      await world.worker.claimOne(b?.id ?? '');
      expect((await live).map(({ id }) => id)).toEqual([
        ...page.items.slice(1).map(({ id }) => id),
        expect.any(String),
      ]);
    });

    it('are seen by their owner, and by workers', async () => {
      const [owner, other] = [await world.admin.newClient('user'), await world.admin.newClient('user')];
      const theirs = other.events('', (events) => events.length > 0);
      const workers = world.worker.events('', (events) => events.some(({ to }) => to === 'available'));
      await owner.task(WORK);
      const own = await other.task({ ...WORK, hold: true });
      expect((await theirs).map(({ task }) => task)).toEqual([own.id]);
      await workers;
    });
  });

  // docs/task-graph.md, 13
  describe('the service', () => {
    it('has statistics, of all and per label', async () => {
      const owner = await world.admin.newClient('user');
      const [good1, bad] = [
        await owner.task({ ...WORK, labels: ['x'] }),
        await owner.task({ ...WORK, labels: ['x', 'y'] }),
      ];
      const { token } = good(await world.worker.claimOne(good1.id));
      await world.worker.post(`/tasks/${good1.id}/execution_info/report_memory_usage`, { token, value: 4096 });
      await world.worker.report(good1.id, token, 'success');
      await world.worker.run(bad.id, 'timeout');
      await owner.task({ ...WORK, hold: true });
      const stats = good(await owner.get<StatsDocument>('/stats'));
      expect(stats.global).toMatchObject({
        tasks: 3,
        states: { terminated: 2, inactive: 1 },
        failures: { timeout: 1 },
      });
      expect(stats.labels.x).toMatchObject({ tasks: 2, memory_usage: { max: 4096 }, wait_ms: {}, run_ms: {} });
      expect(stats.labels.y).toMatchObject({ tasks: 1, failures: { timeout: 1 } });
    });

    it('describes itself, to programs and to people', async () => {
      const anybody = new TaskGraphClient(world.product.url);
      const document = good(await anybody.get<{ openapi: string; paths: Record<string, unknown> }>('/openapi.json'));
      expect(document.openapi).toBe('3.1.0');
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining(['/tasks', '/tasks/{id}', '/tasks/claim', '/events']),
      );
      expect(good(await anybody.get<string>('/docs'))).toContain('/tasks/{id}/renew');
    });

    it('takes the token as bearer or as the user of HTTP Basic, until it is revoked', async () => {
      const made = good(
        await world.admin.post<{ id: string; token: string }>('/tokens', { name: 'short', role: 'user' }),
        201,
      );
      const basic = Buffer.from(`${made.token}:`).toString('base64');
      const client = new TaskGraphClient(world.product.url, { authorization: `Basic ${basic}` });
      expect((await client.get('/tasks')).status).toBe(200);
      const listed = await world.admin.get<Page<Record<string, unknown>>>('/tokens');
      expect(JSON.stringify(good(listed))).not.toContain(made.token);
      expect((await world.admin.send('DELETE', `/tokens/${made.id}`)).status).toBe(204);
      expect(codeOf(await client.get('/tasks'))).toBe('401 no-credential');
      expect(codeOf(await world.admin.send('DELETE', `/tokens/${made.id}`))).toBe('404 unknown-token');
    });
  });

  // docs/task-graph.md, 14
  describe('owners', () => {
    it('see and change only their own; admins everything', async () => {
      const other = await world.admin.newClient('user');
      const { id } = await world.user.task({ ...WORK, hold: true });
      expect(codeOf(await other.get(`/tasks/${id}`))).toBe('404 unknown-task');
      expect(codeOf(await other.patch(id, { state: 'cancelled' }))).toBe('404 unknown-task');
      expect(codeOf(await other.post('/tasks', { ...WORK, continuations: [id] }))).toBe('404 unknown-task');
      expect((await world.admin.get(`/tasks/${id}`)).status).toBe(200);
      expect(good(await world.admin.patch(id, { state: 'cancelled' })).state).toBe('cancelled');
    });

    it("may be the page's session, which is a user with a quota", async () => {
      const session = await newSession();
      const { id, owner } = await session.task({ ...RENDER, hold: true });
      expect(owner).toBe('session');
      expect((await session.get(`/tasks/${id}`)).status).toBe(200);
      expect(codeOf(await (await newSession()).get(`/tasks/${id}`))).toBe('404 unknown-task');
      expect(codeOf(await session.post('/tasks/claim', {}))).toBe('403 not-allowed');
      const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`n${i}`, {}]));
      expect(codeOf(await session.post<Problem>('/tasks', { tasks: many }))).toBe('429 too-many-tasks');
      const foreign = await session.post('/tasks', RENDER, { origin: 'https://elsewhere.example' });
      expect(codeOf(foreign)).toBe('403 not-allowed');
    });

    it('need a token for external tasks', async () => {
      const session = await newSession();
      for (const body of [WORK, { tasks: { a: { continuations: ['b'] }, b: WORK } }, { ...WORK, hold: true }])
        expect(codeOf(await session.post('/tasks', body))).toBe('403 not-allowed');
      const refused = await session.post<Problem>('/tasks', { command: { external: null } });
      expect(refused.body.detail).toContain('External tasks need a token');
      expect(good(await session.get<Page<TaskDocument>>('/tasks')).items).toEqual([]);
      const held = await session.task({ ...RENDER, hold: true });
      expect(codeOf(await session.patch(held.id, WORK))).toBe('403 not-allowed');
      expect((await session.read(held.id)).kind).toBe('render');
    });

    it('change what runs until it is available, large or small', async () => {
      const { id } = await world.user.task({ command: { external: 'x'.repeat(10_000) }, hold: true });
      const { command } = good(await world.user.patch(id, { command: { external: 'y'.repeat(100_000) } }));
      expect(command?.external).toMatch(/^y{100000}$/);
      expect(codeOf(await world.user.patch(id, { command: { external: 'z'.repeat(300_000) } }))).toBe(
        '422 invalid-body',
      );
      expect(good(await world.user.patch(id, { ...RENDER, state: 'available' })).kind).toBe('render');
      expect(codeOf(await world.user.patch(id, WORK))).toBe('422 illegal-transition');
    });

    it('try again what failed, and forget what has ended', async () => {
      const owner = await world.admin.newClient('user');
      const { a, b, c } = await owner.graph({ a: { ...WORK, continuations: ['b'] }, b: WORK, c: WORK });
      await world.worker.run(a?.id ?? '', 'failure');
      expect(codeOf(await owner.post(`/graphs/${a?.graph}/retry`))).toBe('422 not-ended');
      expect(codeOf(await owner.send('DELETE', `/graphs/${a?.graph}`))).toBe('422 not-ended');
      const again = await owner.post<{ graph: string; tasks: Record<string, TaskDocument> }>(`/tasks/${a?.id}/retry`);
      const { graph, tasks } = good(again, 201);
      expect([tasks.a?.retry_of, tasks.b?.retry_of, tasks.b?.state]).toEqual([a?.id, b?.id, 'inactive']);
      await world.worker.run(tasks.a?.id ?? '');
      await world.worker.run(tasks.b?.id ?? '');
      await world.worker.run(c?.id ?? '');
      expect((await owner.send('DELETE', `/graphs/${graph}`)).status).toBe(204);
      expect(codeOf(await owner.get(`/graphs/${graph}`))).toBe('404 unknown-graph');
      const list = good(await owner.get<Page<{ id: string; states: unknown }>>('/graphs'));
      expect(list.items).toMatchObject([{ id: a?.graph, tasks: 3, states: { terminated: 2, cancelled: 1 } }]);
    });

    async function newSession(): Promise<TaskGraphClient> {
      const page = await fetch(world.product.url, { headers: { accept: 'text/html' } });
      const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
      return new TaskGraphClient(world.product.url, { cookie });
    }
  });
}
