// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { textOf } from '@/components/model/draft';
import { renderAtWorkbench } from '@/components/workbench/testing/renderAtWorkbench';
import { Sliders } from './Sliders';

afterEach(cleanup);

const PATIENCE = { timeout: 20_000 };

it('plays a slider until it is paused, going on when the picture is there', async () => {
  const { workbench } = renderAtWorkbench(<Sliders />, 'real a = 1; // slider 0..2 step 1\n');
  vi.spyOn(workbench, 'run').mockImplementation(() => {});
  act(() => workbench.gateway.choose({ isLive: false }));
  const value = () => /a = (\d)/.exec(textOf(workbench.state.draft, 'main.asy'))?.[1];
  fireEvent.click(screen.getByRole('button', { name: 'Play a' }));
  await waitFor(() => expect(value()).toBe('2'), PATIENCE);
  await waitFor(() => expect(value()).toBe('0'), PATIENCE);
  expect(workbench.run).toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Pause a' }));
  expect(screen.getByRole('button', { name: 'Play a' })).toBeTruthy();
});
