import { defineConfig } from '@playwright/test';
import { TEST_LAUNCH_OPTIONS, VIEWPORT } from './e2e/support/browser';

/**
 * Browser tests against the production build, started once for the whole run (e2e/support/globalSetup.ts). To test a
 * product that is already running, give its address: `ASYGROUND_URL=http://127.0.0.1:3000 npx playwright test`.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/globalSetup.ts',
  // One product, one small machine: tests that ran side by side would wait for each other's renders.
  workers: 1,
  // As in vitest.config.ts: twice more, and then it counts as flaky, not as passed.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: VIEWPORT,
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time, so only what is tried again is recorded.
    trace: 'on-first-retry',
    launchOptions: TEST_LAUNCH_OPTIONS,
  },
});
