// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TEST_IDS } from '@/components/lib/testIds';
import { renderAtWorkbench } from '@/components/workbench/testing/renderAtWorkbench';
import { RunButton } from './RunButton';

/** A render that has just begun is not told of yet. */
const LONG_AGO = -5000;

afterEach(cleanup);

function show() {
  const { workbench } = renderAtWorkbench(<RunButton />);
  const run = vi.spyOn(workbench, 'run').mockReturnValue();
  const stop = vi.spyOn(workbench, 'stop').mockReturnValue();
  const button = screen.getByTestId(TEST_IDS.runButton);
  return { workbench, run, stop, button };
}

it('runs what is there, and stops what is under way', () => {
  const { workbench, run, stop, button } = show();
  fireEvent.click(button);
  expect([run.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
  act(() => workbench.gateway.run.ask(0, LONG_AGO));
  act(() => workbench.gateway.run.go({ phase: 'rendering', startedAt: LONG_AGO }));
  expect(button.dataset['tone']).toBe('rendering');
  fireEvent.click(button);
  expect([run.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1]);
});

it('offers to stop only to who points at it', () => {
  const { workbench, button } = show();
  fireEvent.pointerEnter(button);
  expect(button.textContent).toContain('Run');
  act(() => workbench.gateway.run.ask(0, LONG_AGO));
  expect(button.textContent).toContain('Stop');
  fireEvent.pointerLeave(button);
  expect(button.textContent).not.toContain('Stop');
});

it('tells that a render failed, and tries again', () => {
  const { workbench, run, button } = show();
  const words = { kind: 'failed', title: 'Out of memory' } as const;
  act(() => workbench.gateway.run.end({ revision: 0, words, problems: [] }));
  expect(button.dataset['tone']).toBe('failed');
  fireEvent.click(button);
  expect(run).toHaveBeenCalledOnce();
});
