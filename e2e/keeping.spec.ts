import type { WebSocketRoute } from '@playwright/test';
import { expect, test } from './support/test';

test('someone leaves and finds the draft again', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(5cm);\ndraw(unitcircle, red);\n');
  await expect(playground.saving).toHaveText('Saved in this browser');
  await playground.open();
  expect(await playground.text()).toBe('size(5cm);\ndraw(unitcircle, red);\n');
  await expect(playground.picture).toBeVisible();
  await playground.expectUpToDate();
});

test('someone leaves in the middle of a word', async ({ playground }) => {
  await playground.open();
  await playground.setText('draw(unitcir');
  await playground.page.reload();
  await playground.page.waitForFunction(() => window.asyground !== undefined);
  await expect.poll(() => playground.text()).toBe('draw(unitcir');
});

test('someone goes on without a connection, and rendering resumes', async ({ playground }) => {
  let isDown = false;
  // The next one is opened ahead.
  const opened: WebSocketRoute[] = [];
  await playground.page.routeWebSocket(/\/asy$/, (socket) => {
    if (isDown) return void socket.close();
    socket.connectToServer();
    opened.push(socket);
  });
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  isDown = true;
  for (const socket of opened) await socket.close();
  await playground.setText('size(4cm);\ndraw(unitsquare);\n');
  await expect(playground.banner).toContainText('Connection lost');
  await expect(playground.status).toHaveText('Reconnecting…');
  await playground.setText('size(4cm);\ndraw(unitsquare, blue);\n');
  await expect(playground.saving).toHaveText('Saved in this browser');
  isDown = false;
  await playground.expectUpToDate();
  await expect(playground.banner).toHaveCount(0);
});

test('someone chooses the dark theme for good', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Settings' }).click();
  await playground.page.getByLabel('Theme').selectOption('Dark');
  await expect(playground.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await playground.open();
  await expect(playground.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(playground.editor.locator('.monaco-editor')).toHaveCSS('background-color', 'rgb(27, 31, 36)');
});
