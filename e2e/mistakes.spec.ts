import { VIEWPORT } from './support/browser';
import { expect, test } from './support/test';

test('someone makes a mistake, is led to it, and mends it', async ({ playground }) => {
  await playground.open();
  await playground.draw('size(4cm);\ndraw(unitcircle);\n');
  const good = await playground.picture.getAttribute('src');
  await playground.setText('size(4cm);\ndraw(unitcircle);\ndrw((0,0));\n');
  await expect(playground.banner).toContainText("Line 3: No matching variable 'drw'. Did you mean draw?");
  await expect(playground.picture).toHaveAttribute('src', good ?? '');
  await expect(playground.picture).toHaveCSS('opacity', '0.45');
  await expect(playground.runButton).toContainText('Failed');
  await expect(playground.editor.locator('.squiggly-error')).toBeVisible();
  await expect(playground.editor.locator('.gutter-error')).toBeVisible();
  await playground.page.setViewportSize({ width: 320, height: 844 });
  const footer = playground.page.locator('footer');
  await expect(footer.getByRole('button', { name: '1 problem' })).toBeVisible();
  expect(await footer.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await playground.page.setViewportSize(VIEWPORT);
  await playground.banner.getByRole('button', { name: 'Change to draw' }).click();
  await expect.poll(() => playground.text()).toContain('\ndraw((0,0))');
  await playground.setText('size(4cm);\ndraw(unitcircle);\ndrw((0,0));\n');
  await expect(playground.banner).toContainText('Did you mean draw?');
  await playground.showProblems();
  await expect(playground.problems).toHaveCount(1);
  await playground.problems.getByRole('button', { name: /main\.asy:/ }).click();
  await playground.page.keyboard.type('a', { delay: 20 });
  await expect.poll(() => playground.text()).toContain('\nadrw(');
  await playground.page.keyboard.press('Backspace');
  await expect(playground.banner).toContainText('Did you mean draw?');
  await playground.page.keyboard.press('Control+.');
  await playground.page.locator('.action-widget').getByText('Change to draw').click();
  await expect.poll(() => playground.text()).toContain('\ndraw((0,0))');
  await playground.draw('size(4cm);\ndraw(unitcircle);\ndraw((0,0)--(1,1));\n');
  await expect(playground.banner).toHaveCount(0);
  await expect(playground.editor.locator('.squiggly-error')).toHaveCount(0);
  await expect(playground.page.getByText('No problems.')).toBeVisible();
});

test('someone misspells TeX in a label', async ({ playground }) => {
  await playground.open();
  await playground.setText('size(4cm);\nlabel("$\\foo$", (0,0));\ndraw(unitcircle);\n');
  await expect(playground.banner).toContainText('Line 2: Unknown TeX command \\foo');
});

test('someone writes a command of a package, and adds the package with a click', async ({ playground }) => {
  await playground.open();
  await playground.setText('label("$\\mathbb{R}$", (0,0));\n');
  await expect(playground.banner).toContainText('Line 1: Unknown TeX command \\mathbb');
  await playground.banner.getByRole('button', { name: 'Add usepackage("amssymb");' }).click();
  await expect.poll(() => playground.text()).toMatch(/^usepackage\("amssymb"\);\n/);
  await expect(playground.banner).toHaveCount(0);
});

test('someone calls a module the wrong way, and is led to the call', async ({ playground }) => {
  await playground.open();
  await playground.setText('import geometry;\npoint A = (0, 0);\ndraw(line(A, A));\n');
  await expect(playground.banner).toContainText('Line 3: Line: the points must be distinct');
});

test('someone writes a loop without end, and gives it more time', async ({ playground }) => {
  await playground.open();
  await playground.page.getByLabel('Time').selectOption('3 s');
  await playground.setText('while (true) {}\n');
  await expect(playground.runButton).toContainText('Rendering');
  await expect(playground.banner).toContainText('Stopped at the time limit of 3 s');
  await playground.banner.getByRole('button', { name: 'Run with 10 s' }).click();
  await expect(playground.page.getByLabel('Time')).toHaveValue('10');
  await expect(playground.runButton).toContainText('Rendering');
  await expect(playground.banner).toHaveCount(0);
  await playground.page.keyboard.press('Escape');
  await expect(playground.runButton).toContainText('Stopped');
});

test('someone stops a render with the button', async ({ playground }) => {
  await playground.open();
  await playground.setText('while (true) {}\n');
  await expect(playground.runButton).toContainText('Rendering');
  await playground.runButton.hover();
  await expect(playground.runButton).toContainText('Stop');
  await playground.runButton.click();
  await expect(playground.runButton).toContainText('Stopped');
  await expect(playground.announcement).toHaveText('Stopped');
});

test('someone forgets a semicolon, misspells a module, asks for a package, and only writes', async ({ playground }) => {
  await playground.open();
  await playground.setText('size(4cm)\ndraw(unitcircle);\n');
  await expect(playground.banner).toContainText('Line 1: Missing ;');
  await playground.banner.getByRole('button', { name: 'Add ;' }).click();
  await expect.poll(() => playground.text()).toBe('size(4cm);\ndraw(unitcircle);\n');
  await playground.setText('size(4cm);\ndraw(unitcircle)');
  await expect(playground.banner).toContainText('Line 2: Missing ;');
  await playground.setText('import grph;\nsize(4cm);\ndraw(unitcircle);\n');
  await expect(playground.banner).toContainText('Line 1: Module not found: grph. Did you mean graph?');
  await playground.setText('size(4cm);\nusepackage("nosuchpackage");\nlabel("a");\n');
  await expect(playground.banner).toContainText('Line 2: TeX package nosuchpackage is not installed');
  await playground.setText('write(6*7);\n');
  await expect(playground.page.getByText('The program wrote:')).toBeVisible();
  await expect(playground.page.locator('#pane-picture pre')).toHaveText('42');
  await expect(playground.runButton).toContainText('Run');
});

test('someone draws nothing', async ({ playground }) => {
  await playground.open();
  await playground.setText('int x = 1;\n');
  await expect(playground.banner).toContainText('Nothing was drawn');
  await playground.setText('');
  await expect(playground.page.getByText('Nothing to render yet').filter({ visible: true })).toBeVisible();
  await playground.page.getByRole('button', { name: 'Start with a circle' }).click();
  await playground.expectUpToDate();
  await expect(playground.picture).toBeVisible();
});

test('someone makes a typing mistake and sees it before any render', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Live' }).click();
  await playground.setText('size(4cm);\ndraw((0,0)--(1,1);\n');
  await expect(playground.editor.locator('.squiggly-error')).toBeVisible();
  await expect(playground.announcement).toHaveText('1 problem');
  await playground.showProblems();
  await expect(playground.problems).toHaveText(/Missing \).*main\.asy:2:17/);
  await expect(playground.status).toHaveText('Picture out of date');
  await playground.setText('size(4cm);\ndraw((0,0)--(1,1));\n');
  await expect(playground.page.getByText('No problems.')).toBeVisible();
  await expect(playground.editor.locator('.squiggly-error')).toHaveCount(0);
  await expect(playground.status).toHaveText('Picture out of date');
});
