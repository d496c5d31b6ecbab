import { RawSocket } from '../test/socket';
import { expect, test } from './support/test';

test('someone draws in the shell, makes a mistake, and stops a loop', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.openShell();
  await page.keyboard.type('draw((0,0)--(10,10));\n');
  await expect(page.getByText('From the shell')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture drawn by the shell' })).toBeVisible();
  await page.keyboard.type('6*7\n');
  await expect(playground.transcript.getByText('42', { exact: true })).toBeAttached();
  await page.keyboard.type('drw();\n');
  await expect(playground.transcript).toContainText("no matching variable 'drw'");
  await page.keyboard.type('write("loo"+"ping"); while(true);\n');
  await expect(playground.transcript).toContainText('looping');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('write("ali"+"ve");\n');
  await expect(playground.transcript).toContainText('alive');
  await page.getByRole('button', { name: 'Back to code' }).click();
  await expect(page.getByText('From the shell')).toHaveCount(0);
  await expect(playground.picture).toBeVisible();
});

test('someone uses names, history and the file in the shell, ends it, and starts another', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(3cm);\nint twice(int n) { return 2 * n; }\ndraw(unitcircle);\n');
  await playground.openShell();
  await page.keyboard.type('draw(unitcir\t);\n');
  await expect(playground.transcript).toContainText('> draw(unitcircle);');
  await page.getByRole('button', { name: 'Load main.asy' }).click();
  await expect(playground.transcript).toContainText('> include "main.asy";');
  await playground.shell.getByRole('textbox').focus();
  await page.keyboard.type('write(twice(21));\n');
  await expect(playground.transcript).toContainText('42');
  await page.keyboard.press('Control+d');
  await expect(playground.transcript).toContainText('Shell ended.');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(playground.shell).toHaveAttribute('data-condition', 'running');
  await playground.shell.getByRole('textbox').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(playground.transcript).toContainText("no matching variable 'twice");
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(playground.shell.locator(':focus')).toHaveCount(0);
});

test('someone has a shell while nine others in the room have one', async ({ playground, address }) => {
  const shellFrom = (machine: number) =>
    RawSocket.open({ url: address }, 'asyonline.asy.interactive', '/asy/interactive', {}, `127.0.1.${machine}`);
  const others = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(shellFrom));
  try {
    await Promise.all(others.map((shell) => shell.send('start').wait('output')));
    await playground.open();
    await playground.openShell();
    await playground.page.keyboard.type('6*7\n');
    await expect(playground.transcript.getByText('42', { exact: true })).toBeAttached();
    await playground.draw('size(3cm); draw(unitcircle);');
    for (const [index, shell] of others.entries()) {
      shell.send('input', {}, `write("room"+"${index}");\n`);
      await expect.poll(() => shell.output()).toContain(`room${index}`);
    }
  } finally {
    for (const shell of others) shell.socket.close();
  }
});
