import { startProduct, type Product } from '@/test/product';
import { good, TaskGraphClient, WORK, type Claimed } from '@/test/taskgraphClient';
import { HttpConnection } from './httpConnection';
import { percentile, type Section } from './report';

/** Task graphs over HTTP, with the tasks in the embedded Redis (docs/task-graph.md). */

type Row = readonly [what: string, measured: string, target: string];

const GRAPH_TASKS = 10_000;
const GRAPH_EDGES = 20_000;
const CONTINUATIONS = 1024;
/** As many requests are under way at a time. */
const WORKERS = 50;
const CLAIMED_AT_ONCE = 10;

export async function measureTaskGraphs(tasks: number): Promise<Section> {
  const product = await startProduct(['--backends', '1', '--log-level', 'warn', '--warm-megabytes', '0']);
  const admin = TaskGraphClient.withToken(product.url, product.adminToken, false);
  try {
    const rows: Row[] = [];
    rows.push(await creating(admin));
    rows.push(await releasing(product, admin));
    rows.push(await claiming(admin, Math.min(1000, tasks)));
    rows.push(await working(product, admin, tasks, 1), await working(product, admin, tasks, CLAIMED_AT_ONCE));
    return { title: 'Task graphs', rows };
  } finally {
    await product.stop();
  }
}

async function creating(client: TaskGraphClient): Promise<Row> {
  const bodies = Array.from({ length: GRAPH_TASKS }, (_, i) => {
    const continuations = [i + 1, i + 2].filter((next) => next < GRAPH_TASKS).map((next) => `n${next}`);
    return [`n${i}`, { ...WORK, continuations }] as const;
  });
  const tasks = Object.fromEntries(bodies);
  await client.graph(
    Object.fromEntries(bodies.slice(0, 500).map(([name, body]) => [name, { ...body, continuations: [] }])),
    true,
  );
  const startedAt = performance.now();
  const created = await client.graph(tasks);
  const seconds = (performance.now() - startedAt) / 1000;
  await client.patch(created.n0?.id ?? '', { state: 'cancelled' });
  return [`creating ${GRAPH_TASKS} tasks with ${GRAPH_EDGES} edges`, `${seconds.toFixed(2)} s`, 'at most 3 s'];
}

/** The whole request whose success releases them; a request that releases nothing is taken off. */
async function releasing(product: Product, client: TaskGraphClient): Promise<Row> {
  const line = new HttpConnection(product.url, product.adminToken);
  const times: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const names = Array.from({ length: CONTINUATIONS }, (_, i) => `n${i}`);
    const below = names.map((name) => [name, WORK] as const);
    const tasks = await client.graph({ root: { ...WORK, continuations: names }, ...Object.fromEntries(below) });
    times.push(await reportTime(client, line, tasks.root?.id ?? ''));
    idle.push(await reportTime(client, line, tasks.n0?.id ?? ''));
    await client.post(`/graphs/${tasks.root?.graph}/cancel`);
  }
  line.close();
  const milliseconds = percentile(times, 0.5) - percentile(idle, 0.5);
  return [`releasing ${CONTINUATIONS} continuations`, `${milliseconds.toFixed(1)} ms`, 'at most 20 ms'];
}

async function reportTime(client: TaskGraphClient, line: HttpConnection, id: string): Promise<number> {
  const { token } = good(await client.claimOne(id));
  const startedAt = performance.now();
  const answer = await line.send('PATCH', `/api/v1/tasks/${id}`, success(token));
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
  return performance.now() - startedAt;
}

function success(token: string) {
  return { state: 'terminated', token, execution_info: { exit_status: 'success' } };
}

async function claiming(client: TaskGraphClient, count: number): Promise<Row> {
  await client.graph(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, WORK])));
  const times: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    const [task] = await client.claim({ max: 1 });
    times.push(performance.now() - startedAt);
    if (task === undefined) break;
    await client.report(task.id, task.token, 'success');
  }
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return ['claim, one worker, p50 and p99', `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms`, 'p99 at most 10 ms'];
}

/** Fifty workers, each with a connection of its own, take everything; each task must have been claimed once. */
async function working(product: Product, client: TaskGraphClient, count: number, max: number): Promise<Row> {
  const tasks = Object.fromEntries(Array.from({ length: Math.min(count, GRAPH_TASKS) }, (_, i) => [`n${i}`, WORK]));
  const created = await client.graph(tasks);
  const claimed: string[] = [];
  const startedAt = performance.now();
  const workers = Array.from({ length: WORKERS }, (_, i) => work(product, `w${i}`, max, claimed));
  await Promise.all(workers);
  const seconds = (performance.now() - startedAt) / 1000;
  const total = Object.keys(created).length;
  if (claimed.length !== total || new Set(claimed).size !== total)
    throw new Error('a task was not claimed exactly once');
  const rate = Math.round(total / seconds);
  const what = `${WORKERS} workers, ${total} tasks, claims of ${max}: claim and report`;
  return [what, `${rate} a second, each once`, 'at least 2,000 a second'];
}

/** Until there is nothing left to claim. */
async function work(product: Product, worker: string, max: number, claimed: string[]): Promise<void> {
  const line = new HttpConnection(product.url, product.adminToken);
  const ask = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await line.send(method, `/api/v1${path}`, body);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as T;
  };
  for (;;) {
    const { tasks } = await ask<{ tasks: Claimed[] }>('POST', '/tasks/claim', { max, worker });
    if (tasks.length === 0) break;
    for (const { id, token } of tasks) {
      claimed.push(id);
      await ask('PATCH', `/tasks/${id}`, success(token));
    }
  }
  line.close();
}
