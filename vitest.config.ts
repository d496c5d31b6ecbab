import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)) };

/**
 * With real processes on a shared machine: what failed is tried twice more. A test that passes only then is a bug to
 * look for all the same: `npm test` names it and does not count it among those that passed.
 */
const RETRIES = 2;

/** Each has a product of its own, which waits for much of the time: processes, leases, Redis. */
const PRODUCTS_AT_A_TIME = 2;

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
          exclude: ['node_modules/**'],
          // A process for each file would take a quarter of a second each.
          isolate: false,
          maxWorkers: PRODUCTS_AT_A_TIME,
          retry: RETRIES,
          testTimeout: 120_000,
          hookTimeout: 60_000,
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
