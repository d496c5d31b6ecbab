import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)) };

/**
 * With real processes on a shared machine: what failed is tried twice more. A test that passes only then is a bug to
 * look for all the same: `npm test` names it and does not count it among those that passed.
 */
const RETRIES = 2;

/** With several machines or a Redis of their own. Apart, so that both tracks of `npm test` take about as long. */
const FLEET = ['test/{dataLoss,failover,lifecycle,machines}.integration.test.ts'];

/** They share one product, Redis and jails. */
const REAL = { fileParallelism: false, retry: RETRIES, testTimeout: 120_000, hookTimeout: 60_000 };

/** Unit tests are pure and run side by side; the others share one product, Redis and jails, and run one at a time. */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          // They share no state, and starting anew for each file would take most of the time.
          pool: 'threads',
          isolate: false,
          include: [
            '{core,client,platform,server,worker,supervisor,components,cli,messages,scripts,test}/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/*.integration.test.ts', '**/*.attack.test.ts', '**/*.soak.test.ts'],
          setupFiles: ['components/lib/testing/english.ts'],
          // Thousands of random sequences on a machine that others use, too.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['**/*.integration.test.ts'],
          exclude: ['node_modules/**', ...FLEET],
          ...REAL,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'fleet',
          include: FLEET,
          ...REAL,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'soak',
          include: ['**/*.soak.test.ts'],
          exclude: ['node_modules/**'],
          fileParallelism: false,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'attacks',
          include: ['**/*.attack.test.ts'],
          exclude: ['node_modules/**'],
          fileParallelism: false,
          // Never once more: an attack that succeeds every other time succeeds.
          retry: 0,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
