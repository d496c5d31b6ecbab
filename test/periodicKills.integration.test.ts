import { describe, expect, it } from 'vitest';
import { jobsOf, openKillable } from './periodicKills';
import { encode, makeJob, nowSeconds, SUCCESS } from './periodicWorld';
import { processesWith } from './processes';
import { until } from './until';

/** A front that is killed loses no job: docs/periodic.md, 3, 8 and 10. The other deaths are in the soak tests. */

const { product, start, connect, serving, kill } = openKillable();

describe('the front is killed', () => {
  it('loses no job that was acknowledged; what ran is pending, and a render goes on', async () => {
    const address = await start();
    const [client, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    const submit = (name: string, schedAtSeconds = 0) =>
      client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', name, { schedAtSeconds }) });
    for (const name of ['running', 'waiting']) expect(await submit(name)).toBe(client.body(SUCCESS));
    expect(await submit('later', nowSeconds() + 2)).toBe(client.body(SUCCESS));
    expect(await worker.grab()).toMatchObject({ name: 'running' });
    const long = 'for (int i = 0; i < 5*10^6; ++i) { real x = sqrt(i); } draw((0,0)--(9,9));';
    const files = { 'long.asy': long };
    const workload = encode(JSON.stringify({ files, main: 'long.asy', options: { duration: 30 } }));
    const render = makeJob('asy.render', 'long', { workload });
    expect(await client.ask({ name: 'SUBMIT_JOB', job: render })).toBe(client.body(SUCCESS));
    await until('the render runs', () => processesWith('long.asy').length > 0);
    kill('server.mjs');
    await Promise.all([client.closed(), worker.closed()]);
    const again = await connect(address, 'client');
    await until('the render is done', async () => (await jobsOf(again, 'asy.render')) === 0, 50_000);
    // It may have been halted for a person in between: the front draws its welcome when it starts.
    const endings = () => [
      ...product()
        .log()
        .matchAll(/"task":"(periodic-\w+)".*"outcome":"(\w+)".*"task ended"/g),
    ];
    await until('its worker has told so', () => endings().some(([, , outcome]) => outcome === 'success'));
    expect(new Set(endings().map(([, task]) => task)).size).toBe(1);
    expect(endings().filter(([, , outcome]) => outcome !== 'halted')).toHaveLength(1);
    const next = await serving(address, 'f');
    const names = [await next.grab(), await next.grab(), await next.grab()].map(({ name }) => name);
    expect(names).toEqual(['running', 'waiting', 'later']);
  });
});
