import { TEST_IDS } from '../components/lib/testIds';
import { openLargeGraph } from '../test/largeGraph';
import { expect, test } from './support/test';

test('someone draws all files of a project as a graph, and looks at what came of it', async ({
  playground,
  address,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.draw('size(3cm);\ndraw(unitcircle);\n');
  await page.getByRole('button', { name: 'New file' }).click();
  await playground.setText('draw(nonsense);\n');
  await page.keyboard.press('Control+s');
  await page.goto(`${address}/graphs`);
  await page.getByRole('button', { name: 'Render all project files' }).click();
  await expect(page.getByRole('status')).toHaveText('1 of 2 done, 1 failed');
  const canvas = page.getByTestId(TEST_IDS.graphCanvas);
  await expect(canvas.locator('image')).toHaveCount(1);
  await canvas.locator('[data-task]', { hasText: 'module.asy' }).click();
  const task = page.getByTestId(TEST_IDS.graphTask);
  await expect(task).toContainText('Failed');
  await task.getByText('Log', { exact: true }).click();
  await expect(task).toContainText('nonsense');
  await task.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('status')).toHaveText('0 of 1 done, 1 failed');
  await expect(page.getByTestId(TEST_IDS.graphList).getByRole('listitem')).toHaveCount(2);
});

test('someone brings a graph as JSON, follows it, and cancels it', async ({ playground, address }) => {
  const { page } = playground;
  await page.goto(`${address}/graphs`);
  const open = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open JSON file…' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  await open('broken.json', '{');
  await expect(page.getByRole('alert').filter({ hasText: 'broken.json isn’t valid JSON' })).toBeVisible();
  const endless = { render: { files: { 'a.asy': 'while(true);' }, main: 'a.asy' } };
  const graph = {
    tasks: { first: { command: endless, continuations: ['second'] }, second: { command: endless } },
  };
  await open('graph.json', JSON.stringify(graph));
  const tasks = page.getByTestId(TEST_IDS.graphTasks);
  await expect(tasks.getByRole('button', { name: /first/ })).toContainText('Running');
  await tasks.getByRole('button', { name: /first/ }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Close task' }).click();
  await expect(tasks.getByRole('button', { name: /first/ })).toContainText('Cancelled');
  await expect(tasks.getByRole('button', { name: /second/ })).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('confirm-yes').click();
  await expect(page.getByTestId(TEST_IDS.graphList)).toContainText('No graphs yet.');
  await page.getByRole('button', { name: 'Run this example' }).click();
  await expect(page.getByRole('status')).toHaveText('2 of 2 done');
});

test('someone looks at a graph of a thousand tasks', async ({ playground, address }) => {
  const { page } = playground;
  await openLargeGraph(page, address, 1000);
  const canvas = page.getByTestId(TEST_IDS.graphCanvas);
  await expect(canvas.locator('[data-task]')).toHaveCount(1000);
  await page.getByTestId(TEST_IDS.graphTasks).getByRole('button', { name: 'n600' }).click();
  // Only what is in sight is drawn, and it can be read now.
  await expect(canvas.getByText('n600')).toBeVisible();
  expect(await canvas.locator('[data-task]').count()).toBeLessThan(1000);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect(canvas.locator('[data-task]')).toHaveCount(1000);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(page.getByRole('status')).toHaveText('0 of 1,000 done, 1,000 cancelled');
});
