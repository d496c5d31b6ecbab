import { statSync } from 'node:fs';
import { expect } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import { createRandom } from '@/core/schedule/random';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import { processes } from './processes';
import type { Product } from './product';
import { TaskGraphClient, type Answer, type Claimed, type Page } from './taskgraphClient';
import { until } from './until';

/**
 * Random kills under load (docs/task-graph.md, "Failures and recovery"): an owner creates small graphs, two workers
 * do the external tasks, our own the renders, while front, worker and Redis are killed. Whatever was accepted ends with
 * success, once; nothing is there that was not accepted.
 */

const TARGETS = ['server.mjs', 'redis-server', 'worker.mjs'];
const PATIENCE_MS = 120_000;
const KILLS_IN_A_ROW = 5;
/** Characters of the log. */
const LOG_TAIL_CHARACTERS = 8000;
const GRAPH = {
  tasks: {
    first: { command: { external: 1 }, continuations: ['group'] },
    group: { continuations: ['draw', 'last'] },
    draw: {
      command: { render: { files: { 'a.asy': 'draw((0,0)--(9,9));' }, main: 'a.asy' } },
      continuations: ['last'],
    },
    last: { command: { external: 2 } },
  },
};
const TASKS_OF_GRAPH = Object.keys(GRAPH.tasks).length;

/** What fails here cannot be had again: the product's last words come with it. */
export async function surviveKills(product: Product, kills: number, seed: number): Promise<void> {
  await killAndLook(product, kills, seed).catch((error: Error) => {
    error.message += `\nseed ${seed}\n${product.log().slice(-LOG_TAIL_CHARACTERS)}`;
    throw error;
  });
}

async function killAndLook(product: Product, kills: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const admin = TaskGraphClient.withToken(product.url, product.adminToken);
  const life = { isOver: false, isEverythingAsked: false };
  const accepted: string[] = [];
  const owner = own(admin, accepted, life);
  const workers = Promise.all(['w1', 'w2'].map((name) => work(admin, name, life)));
  // They are waited for below; until then one that gave up is not the first to tell.
  for (const side of [owner, workers]) side.catch(() => undefined);
  for (let i = 0; i < kills; i += 1) {
    await pause(200 + random() * 1300);
    kill(product, TARGETS[Math.floor(random() * TARGETS.length)] ?? '');
    // A front needs longer to start than the next kill takes to come: now and then somebody must get an answer.
    if (i % KILLS_IN_A_ROW === KILLS_IN_A_ROW - 1) await insist(() => admin.get('/tasks?limit=1'));
  }
  life.isOver = true;
  await owner;
  life.isEverythingAsked = true;
  const list = () => tasksOf(admin);
  const isDone = ({ state }: TaskDocument) => state === 'terminated' || state === 'cancelled';
  let tasks = await list();
  await until(
    'every task has ended',
    async () => {
      tasks = await list();
      return tasks.every(isDone);
    },
    PATIENCE_MS,
  ).catch((error: Error) => {
    const stuck = tasks.filter((task) => !isDone(task)).map(({ id, kind, state }) => `${id}: ${kind}, ${state}`);
    throw new Error(`${error.message}\n${stuck.join('\n')}`);
  });
  await workers;
  expect(tasks.map(({ graph }) => graph).sort()).toEqual(
    accepted.flatMap((graph) => Array<string>(TASKS_OF_GRAPH).fill(graph)).sort(),
  );
  expect(tasks.filter(({ exit_status }) => exit_status !== 'success')).toEqual([]);
  expect(accepted.length).toBeGreaterThan(kills / 3);
  for (const { id, command } of tasks) {
    const successes = (await admin.history(id)).filter(({ exit_status }) => exit_status === 'success');
    expect(successes).toHaveLength(command === undefined ? 0 : 1);
  }
}

/** Each graph is asked for until it is answered: with its key that makes it once. */
async function own(client: TaskGraphClient, accepted: string[], life: { readonly isOver: boolean }): Promise<void> {
  for (let number = 0; !life.isOver; number += 1) {
    const headers = { 'idempotency-key': `graph ${number}` };
    const { body } = await insist(() => client.post<{ graph: string }>('/tasks', GRAPH, headers));
    accepted.push(body.graph);
    await pause(100);
  }
}

/** Works until nothing is left to do. A report is repeated until it is answered. */
async function work(
  client: TaskGraphClient,
  worker: string,
  life: { readonly isEverythingAsked: boolean },
): Promise<void> {
  for (;;) {
    // Before the claim: what is asked for after it may still be there to do.
    const isLast = life.isEverythingAsked;
    const claim = () => client.post<{ tasks: Claimed[] }>('/tasks/claim', { max: 2, wait_ms: 500, worker });
    const { body } = await insist(claim);
    for (const { id, token } of body.tasks) await insist(() => client.report(id, token, 'success'));
    if (isLast && body.tasks.length === 0 && (await tasksOf(client)).every(({ state }) => state === 'terminated'))
      return;
  }
}

/** 409: somebody else has the task by now. */
async function insist<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return until(
    'an answer',
    async () => {
      const answer = await ask().catch(() => undefined);
      return answer !== undefined && (answer.status < 400 || answer.status === 409) ? answer : undefined;
    },
    PATIENCE_MS,
  );
}

async function tasksOf(client: TaskGraphClient): Promise<TaskDocument[]> {
  const tasks: TaskDocument[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/tasks?limit=128${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: Page<TaskDocument> = (await insist(() => client.get<Page<TaskDocument>>(path))).body;
    tasks.push(...page.items);
    cursor = page.next;
  }
  return tasks;
}

function kill(product: Product, target: string): void {
  const instance = instanceOf(statSync(product.dataFolder));
  const found = processes().find(
    ({ command }) => command.includes(target) && (command.includes(product.dataFolder) || command.includes(instance)),
  );
  if (found) process.kill(found.pid, 'SIGKILL');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
