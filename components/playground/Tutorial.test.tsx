// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { STEPS } from '@/components/model/tutorialSteps';
import { renderAtWorkbench } from '@/components/workbench/testing/renderAtWorkbench';
import { Tutorial } from './Tutorial';

afterEach(cleanup);

function show(tutorialStep: number) {
  const { workbench } = renderAtWorkbench(<Tutorial />, '');
  vi.spyOn(workbench, 'run').mockReturnValue();
  act(() => workbench.gateway.layout.arrange({ isTutorialOpen: true, tutorialStep }));
  return workbench;
}

it('is not there until it is asked for, and goes when it is closed, with its step', () => {
  const workbench = show(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close tutorial' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(workbench.state.layout).toMatchObject({ isTutorialOpen: false, tutorialStep: 1 });
});

it('goes on and back, and has no step before the first', () => {
  const workbench = show(0);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /Skip/ }));
  expect(workbench.state.layout.tutorialStep).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(workbench.state.layout.tutorialStep).toBe(0);
});

it('offers neither the next step nor the end at the last one that is not done', () => {
  show(STEPS.length - 1);
  expect(screen.queryByRole('button', { name: /Next|Skip|Finish/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show me' })).toBeTruthy();
});
