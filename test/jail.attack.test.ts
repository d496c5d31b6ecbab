import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCode, readAttacks, type Attack } from './attack';
import { processesWith } from './processes';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/**
 * Every attack of test/attacks through the real door, as whoever runs the tests (docs/security.md). Each must fail, and
 * the next render must be untouched by it.
 */

const REFERENCE = 'size(3cm); draw(unitcircle); label("$\\alpha$",(0,0));';
const attacks = readAttacks();
let product: Product;
let reference: string;

beforeAll(async () => {
  product = await startProduct(['--backends', '2', '--tasks-per-client', '100']);
  reference = await renderReference();
});
afterAll(async () => {
  await product?.stop();
});

async function renderReference(): Promise<string> {
  const { ending, results } = await product.client().render({ files: { 'main.asy': REFERENCE }, main: 'main.asy' })
    .finished;
  expect(ending).toEqual({ kind: 'complete' });
  return Buffer.from(results[0]?.bytes ?? []).toString();
}

async function run(attack: Attack): Promise<RawSocket> {
  const socket = await RawSocket.open(product);
  for (const [name, contents] of Object.entries(attack.files)) socket.add(name, contents);
  socket.send('options', { duration: attack.durationSeconds }).send('start', { main: 'main.asy' });
  await socket.closed();
  return socket;
}

describe('attacks', () => {
  it('are many, and each says what it tries and where it comes from', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    for (const attack of attacks) expect([attack.name, attack.tries, attack.from]).not.toContain('');
  });

  it('really run: what native code prints comes back', async () => {
    const socket = await run({ ...(attacks[0] as Attack), files: nativeCode('echo "2 + 2 = $((2 + 2))"; id -u') });
    const printed = socket.received.find((message) => message.name === 'result')?.bytes?.toString();
    expect(printed).toContain('2 + 2 = 4');
    expect(printed).toContain('65534');
  });

  for (const attack of attacks) {
    it(`${attack.name}: ${attack.tries}`, async () => {
      const socket = await run(attack);
      const shown = socket.received
        .map((message) => message.bytes?.toString('latin1') ?? JSON.stringify(message.args))
        .join('\n');
      expect(shown).not.toContain('PWNED');
      expect(shown).not.toMatch(/root:[x*!$]/);
      expect(['complete', 'deny']).toContain(socket.last()?.name);
      expect(socket.closeCode).toBe(1000);
      if (attack.ends) expect(JSON.stringify(socket.last()?.args)).toMatch(attack.ends);
      expect(await renderReference()).toBe(reference);
    });
  }

  it('leave nothing behind', async () => {
    await until(
      'no process of a jail is left',
      () => processesWith('payload.txt').length === 0 && processesWith('asyground-outlived').length === 0,
    );
    const health = (await (await fetch(`${product.url}/api/health`)).json()) as {
      backends: { total: number; busy: number };
    };
    expect(health.backends.total).toBe(2);
    expect(product.log()).not.toMatch(/"level":(50|60)/);
  });
});
