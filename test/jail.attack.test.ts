import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCode, readAttacks, type Attack } from './attack';
import { processesWith } from './processes';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/**
 * Every attack of test/attacks through the real endpoint, as whoever runs the tests (docs/security.md). Each must fail, and
 * the next render must be untouched by it.
 */

const REFERENCE = 'size(3cm); draw(unitcircle); label("$\\alpha$",(0,0));';
const attacks = readAttacks();
/** The acts that were seen to be attempted. */
const attempted = new Set<string>();
const LEAST_ATTEMPTED = 450;
/** Where the walls of an ordinary user are other ones than root's: without cgroups, users and mounts of their own. */
const OTHER_WALLS =
  /^(?:memory|disk|inodes|fork|threads|exec|read|result-[fhs]|write|setuid|outlive|signal|raise|environment|other-processes|files|zombies|cpu|first)/;

class Target {
  private constructor(
    readonly product: Product,
    readonly reference: string,
  ) {}

  static async start(as: 'whoever runs the tests' | 'an ordinary user'): Promise<Target> {
    const product = await startProduct(
      ['--backends', '2', '--tasks-per-client', '100', ...WITHOUT_CACHE],
      undefined,
      as,
    );
    return new Target(product, await renderReference(product));
  }

  async run(files: Readonly<Record<string, string>>, durationSeconds: number): Promise<RawSocket> {
    const socket = await RawSocket.open(this.product);
    for (const [name, contents] of Object.entries(files)) socket.add(name, contents);
    socket.send('options', { duration: durationSeconds }).send('start', { main: 'main.asy' });
    await socket.closed();
    return socket;
  }

  async withstands(attack: Attack): Promise<void> {
    const socket = await this.run(attack.files, attack.durationSeconds);
    const shown = socket.received
      .map((message) => message.bytes?.toString('latin1') ?? JSON.stringify(message.args))
      .join('\n');
    const said = attack.attempts.filter((attempt) => !attempt.test(shown)).map(String);
    expect(said, `not attempted:\n${shown.slice(0, 2000)}`).toEqual([]);
    expect(shown.match(/MISSING .*/g) ?? []).toEqual([]);
    for (const [, act = ''] of shown.matchAll(/ATTEMPTED ([^\s;]+)/g)) attempted.add(act);
    expect(shown.match(/PWNED.*/g) ?? []).toEqual([]);
    expect(shown).not.toMatch(/root:[x*!$]/);
    expect(['complete', 'deny']).toContain(socket.last()?.name);
    expect(socket.closeCode).toBe(1000);
    if (attack.ends) expect(JSON.stringify(socket.last()?.args)).toMatch(attack.ends);
    expect(await renderReference(this.product)).toBe(this.reference);
  }

  async hasNothingLeft(): Promise<void> {
    await until(
      'no process of a jail is left',
      () => processesWith('payload.txt').length === 0 && processesWith('asyground-outlived').length === 0,
    );
    const health = (await (await fetch(`${this.product.url}/api/health`)).json()) as { backends: { total: number } };
    expect(health.backends.total).toBe(2);
    expect(this.product.log()).not.toMatch(/"level":(50|60)/);
  }
}

async function renderReference(product: Product): Promise<string> {
  const { ending, results } = await product.client().render({ files: { 'main.asy': REFERENCE }, main: 'main.asy' })
    .finished;
  expect(ending).toEqual({ kind: 'complete' });
  return Buffer.from(results[0]?.bytes ?? []).toString();
}

describe('attacks', () => {
  let target: Target;
  beforeAll(async () => {
    target = await Target.start('whoever runs the tests');
  });
  afterAll(() => target?.product.stop());

  it('are many, and each says what it tries and where it comes from', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(140);
    for (const attack of attacks) expect([attack.name, attack.tries, attack.from]).not.toContain('');
    for (const attack of attacks) expect([attack.name, attack.attempts.length]).not.toEqual([attack.name, 0]);
  });

  it('really run: what native code prints comes back', async () => {
    const socket = await target.run(nativeCode('echo "2 + 2 = $((2 + 2))"; id -u'), 5);
    const printed = socket.received.find((message) => message.name === 'result')?.bytes?.toString();
    expect(printed).toContain('2 + 2 = 4');
    expect(printed).toContain('65534');
  });

  for (const attack of attacks) it(`${attack.name}: ${attack.tries}`, () => target.withstands(attack));

  it('were attempted', () => expect(attempted.size).toBeGreaterThanOrEqual(LEAST_ATTEMPTED));

  it('leave nothing behind', () => target.hasNothingLeft());
});

describe.runIf(process.getuid?.() === 0)('attacks on a product that an ordinary user runs', () => {
  let target: Target;
  beforeAll(async () => {
    target = await Target.start('an ordinary user');
  });
  afterAll(() => target?.product.stop());

  for (const attack of attacks.filter(({ name }) => OTHER_WALLS.test(name)))
    it(attack.name, () => target.withstands(attack));

  it('leave nothing behind', () => target.hasNothingLeft());
});
