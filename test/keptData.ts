import { makeJob, SUCCESS } from './periodicWorld';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { AdminClient } from './admin';
import { TaskGraphClient, WORK, good } from './taskgraphClient';
import type { Product } from './product';

/** Some of everything that a product keeps: how it is made, and all that can be seen of it from outside. */

const FAR_FUTURE_SECONDS = 4_000_000_000;
const FUNC = 'kept.func';
const LOCAL = { dialect: 'seed', role: 'client' } as const;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Where to look for what was made. */
export interface Kept {
  readonly adminToken: string;
  readonly apiToken: string;
  readonly link: string;
  readonly linkToken: string;
  readonly tasks: readonly string[];
}

export async function makeKept(product: Product): Promise<Kept> {
  const link = await fetch(`${product.url}/api/links`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({
      ...{ title: 'Kept', main: 'main.asy', expiresInDays: null },
      files: [{ name: 'main.asy', text: 'size(2cm); draw(unitcircle, blue);' }],
    }),
  });
  const { id, token } = (await link.json()) as { id: string; token: string };
  const admin = await AdminClient.signIn(product, product.adminToken);
  await admin.act('announcement.set', { text: 'Kept announcement' });
  await admin.act('token.create', { name: 'kept viewer', role: 'viewer' });
  admin.close();
  const root = TaskGraphClient.withToken(product.url, product.adminToken);
  const made = good(await root.post<{ token: string }>('/tokens', { name: 'kept user', role: 'admin' }), 201);
  const client = TaskGraphClient.withToken(product.url, made.token);
  const { a, b } = await client.graph({ a: { ...WORK, name: 'kept', continuations: ['b'] }, b: WORK });
  const tasks = [a?.id ?? '', b?.id ?? ''];
  const attempt = good(await client.claimOne(tasks[0] ?? ''));
  const bytes = { 'content-type': 'text/csv', 'attempt-token': attempt.token };
  good(await client.send('PUT', `/tasks/${tasks[0]}/artifacts/a.csv`, '1,2', bytes), 201);
  good(await client.report(tasks[0] ?? '', attempt.token, 'success'));
  const periodic = await connect(product);
  const job = makeJob(FUNC, 'kept', { schedAtSeconds: FAR_FUTURE_SECONDS });
  const answer = await periodic.ask({ name: 'SUBMIT_JOB', job });
  if (answer !== periodic.body(SUCCESS)) throw new Error(`the job was refused: ${answer}`);
  periodic.close();
  return { adminToken: product.adminToken, apiToken: made.token, link: id, linkToken: token, tasks };
}

/** What is kept of graphs, for a week at most. */
export async function seeGraphs(product: Product, kept: Kept): Promise<Record<string, unknown>> {
  const client = TaskGraphClient.withToken(product.url, kept.apiToken);
  return {
    tasks: await Promise.all(kept.tasks.map((id) => client.read(id))),
    artifact: good(await client.get(`/tasks/${kept.tasks[0]}/artifacts/a.csv`)),
  };
}

/** What is kept for ever. */
export async function seeKept(product: Product, kept: Kept): Promise<Record<string, unknown>> {
  // Wherever it runs.
  const read = async (path: string) => (await (await fetch(product.url + path)).text()).replaceAll(product.url, '');
  const admin = await AdminClient.signIn(product, kept.adminToken);
  const periodic = await connect(product);
  try {
    return {
      link: JSON.parse(await read(`/api/links/${kept.link}`)) as unknown,
      picture: await read(`/s/${kept.link}/picture.svg`),
      // Only who has the token of a link may change it.
      linkToken: (
        await fetch(`${product.url}/api/links/${kept.link}`, {
          method: 'PUT',
          headers: { ...JSON_TYPE, authorization: `Bearer ${kept.linkToken}` },
          body: '{}',
        })
      ).status,
      apiToken: (await TaskGraphClient.withToken(product.url, kept.apiToken).get('/tasks')).status,
      announcement: (admin.see('control.announcement') as { text?: string } | undefined)?.text,
      tokens: (admin.see('tokens') as { name: string }[]).map(({ name }) => name).sort(),
      jobs: (await periodic.ask({ name: 'STATUS' })).split('\n').filter((line) => line.includes(FUNC)),
    };
  } finally {
    admin.close();
    periodic.close();
  }
}

function connect(product: Product): Promise<PeriodicClient> {
  return PeriodicClient.connect(periodicAddress(product.log()), LOCAL);
}
