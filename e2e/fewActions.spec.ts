import { TEST_IDS } from '../components/lib/testIds';
import { pixelsOf } from './support/pixels';
import { expect, test } from './support/test';

/** How many actions somebody needs from the first visit on: a click, a drop, a drag or a text that is written is one. */

function counted() {
  let count = 0;
  return {
    async act<T>(action: () => Promise<T>): Promise<T> {
      count += 1;
      return action();
    },
    /** And begins anew. */
    total(): number {
      const total = count;
      count = 0;
      return total;
    },
  };
}

const TRIANGLE = `size(6cm);
pair A = (0, 0), B = (4, 0), C = (1, 3);
draw(A -- B -- C -- cycle);
label("$A$", A, SW);
label("$B$", B, SE);
label("$C$", C, N);
`;
const CURVE = `
import graph;
size(6cm, 4cm, IgnoreAspect);
real[][] columns = transpose(points);
draw(graph(columns[0], columns[1]), red);
xaxis("$x$", BottomTop, LeftTicks);
yaxis("$y$", LeftRight, RightTicks);
`;
const CUBE = 'import three;\nsize(5cm);\ncurrentprojection=perspective(5,2,1);\ndraw(unitcube, lightblue);\n';

test('a newcomer has a triangle as PDF, a graph of data, a copied link and two files', async ({
  playground,
  context,
  address,
}) => {
  const { page } = playground;
  const { act, total } = counted();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const startNew = () => page.getByRole('button', { name: 'New', exact: true }).click();
  await page.goto(address);
  await expect(playground.editor.locator('.view-line').first()).toBeVisible();

  await act(startNew);
  await expect.poll(() => playground.text()).toBe('');
  await act(() => page.keyboard.insertText(TRIANGLE));
  await playground.expectUpToDate();
  const download = page.waitForEvent('download');
  await act(() => page.getByRole('button', { name: 'Download', exact: true }).click());
  await act(() => page.getByRole('button', { name: /^PDF/ }).click());
  expect((await download).suggestedFilename()).toBe('main.pdf');
  expect(total(), 'a labelled triangle as PDF').toBe(4);

  await act(() => page.getByRole('button', { name: 'Share', exact: true }).click());
  await act(() => page.getByRole('button', { name: 'Create link' }).click());
  await expect(page.getByText('Link created and copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/s\/[\w-]+$/);
  expect(total(), 'a shared link, copied').toBe(2);
  await page.keyboard.press('Escape');

  await act(startNew);
  expect(total(), 'a new drawing').toBe(1);
  await expect.poll(() => playground.text()).toBe('');
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['1,2\n2,5\n3,4\n'], 'points.csv'));
    return files;
  });
  await act(() => page.dispatchEvent('body', 'drop', { dataTransfer: transfer }));
  await act(() => playground.notice.getByRole('button', { name: 'Insert input("points.csv")' }).click());
  await page.keyboard.press('Control+End');
  await act(() => page.keyboard.insertText(CURVE));
  await playground.expectUpToDate();
  await expect(playground.picture).toBeVisible();
  // With the empty page to begin with.
  expect(total() + 1, 'a graph of a CSV file').toBe(4);

  await page.goto(address);
  await expect(playground.editor.locator('.view-line').first()).toBeVisible();
  await act(() => page.getByRole('button', { name: 'New file' }).click());
  await act(async () => {
    await page.keyboard.type('shapes');
    await page.keyboard.press('Enter');
  });
  await act(() =>
    playground.notice
      .getByRole('group')
      .filter({ hasText: 'shapes.asy' })
      .getByRole('button', { name: 'Insert import shapes;' })
      .click(),
  );
  await act(() => page.keyboard.insertText('path shape = unitsquare;\n'));
  await expect.poll(() => playground.text()).toBe('path shape = unitsquare;\n');
  await playground.expectUpToDate();
  expect(total(), 'two files').toBe(4);
  await page.getByRole('button', { name: /^main\.asy/ }).click();
  expect(await playground.text()).toMatch(/^import shapes;\n/);
});

test('a newcomer turns a scene, their own and one of the gallery', async ({ playground, address }) => {
  const { page } = playground;
  const { act, total } = counted();
  const scene = page.getByTestId(TEST_IDS.scene);
  const turn = async () => {
    const place = await scene.boundingBox();
    if (place === null) throw new Error('no scene');
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y + 60, { steps: 6 });
    await page.mouse.up();
  };
  const turned = async () => {
    await expect(scene).toBeVisible();
    await expect.poll(async () => new Set(await pixelsOf(scene)).size).toBeGreaterThan(1);
    const before = await pixelsOf(scene);
    await act(turn);
    await expect.poll(() => pixelsOf(scene)).not.toEqual(before);
  };
  await playground.open();
  await act(async () => {
    await playground.editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(CUBE);
  });
  await turned();
  expect(total(), 'a scene of their own, turned').toBe(2);
  await page.goto(`${address}/gallery`);
  await act(() => page.getByRole('link', { name: /Methane/ }).click());
  await turned();
  expect(total(), 'a scene of the gallery, turned').toBe(2);
});
