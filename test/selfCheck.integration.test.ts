import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCode } from './attack';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/** docs/speed.md: every render is repeated, and a program that sees that its jail has waited is noticed. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--self-check-every', '1', ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await product?.stop();
});

/** How asy was started: the same in every fresh jail, another in one that has waited. asy runs TeX, and TeX this. */
const SEES_ITS_START = "tr '\\0' ' ' < /proc/$(cut -d ' ' -f 4 /proc/$PPID/stat)/cmdline";

/** Once the last verdict is there: only an idle worker repeats anything. */
async function render(files: Record<string, string>): Promise<void> {
  const verdicts = () =>
    product.log().match(/a repetition came out the same|changed what a person sees|by itself/g)?.length ?? 0;
  const before = verdicts();
  await product.client().render({ files, main: 'main.asy' }).finished;
  await until('a verdict', () => verdicts() > before, VERDICT_MS).catch(() => undefined);
}

/** It may have been busy with getting a jail ready, or with the render before. */
const VERDICT_MS = 5000;
/** On a busy machine there may be others. */
const alarms = async () => {
  const health = (await (await fetch(`${product.url}/api/health`)).json()) as { alarms: { code: string }[] };
  return health.alarms.filter(({ code }) => code === 'shortcut-differs');
};

describe('the self-check', () => {
  it('finds nothing in a program that comes out the same, and keeps one that does not from waiting jails', async () => {
    const same = 'a repetition came out the same';
    await until('a plain render was repeated', async () => {
      await render({ 'main.asy': 'draw((0,0)--(9,9)); label("$x$",(0,0));' });
      return product.log().includes(same);
    });
    expect(await alarms()).toEqual([]);
    await until('it is kept from waiting jails', async () => {
      await render(nativeCode(SEES_ITS_START));
      return product.log().includes('does not get again');
    });
    expect(product.log()).not.toContain('differently by itself');
    // It ran in a way that shows nothing any more, and everybody else goes on as before.
    const modes = () => [...product.log().matchAll(/"?startMode"?: ?"(\w+)"/g)].map(([, mode]) => mode);
    await render(nativeCode(SEES_ITS_START));
    expect(modes().at(-1)).not.toBe('warm');
    await until('others are warm', async () => {
      await render({ 'main.asy': 'draw((0,0)--(9,9)); label("$y$",(0,0));' });
      return modes().at(-1) === 'warm';
    });
    expect(await alarms()).toEqual([]);
  });
});
