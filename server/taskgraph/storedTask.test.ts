import { expect, it } from 'vitest';
import { taskDocumentSchema } from '@/core/taskgraph/documentSchema';
import { documentOf, fieldsOf, workerKey, workerName } from './storedTask';

it('keeps everything a body says', () => {
  const body = {
    name: 'plot',
    command: { external: { run: 'x' } },
    requested_resources: { cores: 0.5 },
    estimated_runtime_ms: 1500,
    max_termination_time_ms: 0,
    max_attempt_count: 3,
    deadline: '2030-01-01T00:00:00+02:00',
    priority: -3,
    labels: ['book', 'book', 'chapter-1'],
  };
  const args = fieldsOf(body).map(String);
  const fields = Object.fromEntries(args.flatMap((word, i) => (i % 2 === 0 ? [[word, args[i + 1] ?? '']] : [])));
  const stored = {
    ...fields,
    state: 'running',
    owner: 'cookie:abc',
    graph: '',
    created: '0',
    updated: '1000',
    runs: '2',
  };
  const artifacts = JSON.stringify([{ file: 'a b.svg', type: 'image/svg+xml', bytes: 3, blob: 'artifacts/t1/x' }]);
  const document = documentOf('t1', { ...stored, attempts: '2', artifacts }, ['t2'], JSON.stringify(body.command));
  expect(document).toMatchObject({ ...body, labels: ['book', 'chapter-1'], kind: 'external', owner: 'session' });
  expect(document).toMatchObject({ attempt_count: 2, retry_count: 1, continuations: ['t2'] });
  expect(document.artifacts[0]?.url).toBe('/api/v1/tasks/t1/artifacts/a%20b.svg');
  expect(JSON.stringify(document)).not.toContain('cookie');
  expect(taskDocumentSchema.safeParse(document).success).toBe(true);
});

it('knows a worker by its credential and tells its name', () => {
  expect(workerName(workerKey('token:k1', 'my/worker'))).toBe('my/worker');
});
