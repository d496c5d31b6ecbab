import { test as base, expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { ADDRESS_VARIABLE } from './globalSetup';
import { PlaygroundPage } from './playgroundPage';
import { watch } from './watch';

/**
 * Every test gets a playground and is held to what holds for every page: nothing on the console, no request to any
 * other host, and nothing that axe finds, in light and in dark.
 */
export const test = base.extend<{ address: string; playground: PlaygroundPage }>({
  address: async ({}, use) => {
    await use(process.env[ADDRESS_VARIABLE] ?? '');
  },
  playground: async ({ page, address }, use) => {
    const seen = watch(page, address);
    await use(new PlaygroundPage(page, address));
    await expectAccessible(page);
    expect(seen.messages).toEqual([]);
    expect(seen.foreignRequests).toEqual([]);
  },
});

export { expect };
