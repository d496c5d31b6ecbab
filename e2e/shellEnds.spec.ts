import type { WebSocketRoute } from '@playwright/test';
import { expect, test } from './support/test';
import type { PlaygroundPage } from './support/playgroundPage';

/** How a shell ends by others' hands (docs/asyonline.md, 24): the server's word is put into its mouth. */

/** The lines of shells to the server, which go through until something else is said on them. */
async function listenIn(playground: PlaygroundPage): Promise<{ lines: WebSocketRoute[]; denies: boolean }> {
  const state = { lines: [] as WebSocketRoute[], denies: false };
  await playground.page.routeWebSocket(/\/asy\/interactive$/, (line) => {
    state.lines.push(line);
    const server = line.connectToServer();
    line.onMessage((message) => {
      const isStart = typeof message === 'string' && message.startsWith('start');
      if (isStart && state.denies) line.send('deny {"error":"Server is overloaded"}');
      else server.send(message);
    });
  });
  return state;
}

async function openShellWithAnswer(playground: PlaygroundPage) {
  const state = await listenIn(playground);
  await playground.openPlain();
  await playground.expectUpToDate();
  await playground.openShell();
  await playground.page.keyboard.type('int answer = 42;\n');
  return state;
}

test('someone whose shell is stopped for others is told, and goes on where it was', async ({ playground }) => {
  const { page } = playground;
  const state = await openShellWithAnswer(playground);
  await page.keyboard.type('write("he"+"re");\n');
  await expect(playground.transcript).toContainText('here');
  for (const line of state.lines) line.send('complete {"error":"Execution aborted to free resources"}');
  const words = 'Shell stopped: server busy. Your commands aren’t lost.';
  await expect(playground.transcript).toContainText(`${words} Press Enter to reconnect and replay your commands.`);
  await expect(playground.shell).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(playground.shell).toHaveAttribute('data-condition', 'running');
  await page.keyboard.type('write(answer+1);\n');
  await expect(playground.transcript).toContainText('43');
});

test('someone whose connection breaks reconnects, and is told when all places are taken', async ({ playground }) => {
  const { page } = playground;
  const state = await openShellWithAnswer(playground);
  await expect(playground.transcript).toContainText('> int answer = 42;');
  state.denies = true;
  for (const line of state.lines) await line.close({ code: 1011 });
  await expect(playground.transcript).toContainText('Connection to the shell lost.');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(playground.shell).toContainText('All shells are in use. Try again in a moment.');
  state.denies = false;
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(playground.shell).toHaveAttribute('data-condition', 'running');
});
