// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAtWorkbench } from '@/components/workbench/testing/renderAtWorkbench';
import { textOf } from '@/components/model/draft';
import { explain, inEnglish } from '@/core/explanations';
import { ProblemsPanel } from './ProblemsPanel';

afterEach(cleanup);

const OUTPUT = "main.asy: 2.3: no matching variable 'drw'\n";

it('leads from a problem to its line', () => {
  const { workbench } = renderAtWorkbench(<ProblemsPanel />, 'size(1cm);\n  drw;\n');
  const reveal = vi.fn();
  workbench.editor.attach({
    focus: () => {},
    reveal,
    offset: () => 0,
    isCompleting: () => false,
    joinEdits: () => () => {},
  });
  act(() => workbench.gateway.layout.arrange({ pane: 'picture' }));
  act(() => workbench.gateway.checked(0, OUTPUT));
  fireEvent.click(screen.getByRole('button', { name: /main\.asy:2:3/ }));
  expect(reveal).toHaveBeenCalledWith(expect.objectContaining({ file: 'main.asy', line: 2, column: 3 }));
  // On a phone the code is not on the screen then.
  expect(workbench.state.layout.pane).toBe('code');
});

it('puts right what it can with one click', () => {
  const code = 'label("Привет");\n';
  const { workbench } = renderAtWorkbench(<ProblemsPanel />, code);
  const explanation = explain('noFont', { character: 'П' });
  const problems = [{ severity: 'error', message: inEnglish(explanation), explanation } as const];
  act(() => workbench.gateway.run.end({ revision: 0, words: { kind: 'failed', title: 'Failed' }, problems }));
  fireEvent.click(screen.getByRole('button', { name: 'Add import unicode;' }));
  expect(textOf(workbench.state.draft, 'main.asy')).toBe(`import unicode;\n${code}`);
});

it('offers the line that brings a command', () => {
  const code = 'label("$\\mathbb{R}$");\n';
  const { workbench } = renderAtWorkbench(<ProblemsPanel />, code);
  const explanation = explain('commandOf', { name: '\\mathbb', package: 'amssymb' });
  const problems = [{ severity: 'error', message: inEnglish(explanation), explanation } as const];
  act(() => workbench.gateway.run.end({ revision: 0, words: { kind: 'failed', title: 'Failed' }, problems }));
  fireEvent.click(screen.getByRole('button', { name: 'Add usepackage("amssymb");' }));
  expect(textOf(workbench.state.draft, 'main.asy')).toBe(`usepackage("amssymb");\n${code}`);
});

it('says of a failure that names no line what to try, and of none that there is none', () => {
  const { workbench } = renderAtWorkbench(<ProblemsPanel />);
  expect(screen.queryByRole('list')).toBeNull();
  const before = document.body.textContent;
  const words = { kind: 'failed', title: 'Out of time', advice: 'Choose a longer limit.' } as const;
  act(() => workbench.gateway.run.end({ revision: 0, words, problems: [] }));
  expect(document.body.textContent).not.toBe(before);
  expect(screen.getByText('Choose a longer limit.')).toBeTruthy();
});
