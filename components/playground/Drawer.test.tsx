// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderAtWorkbench } from '@/components/workbench/testing/renderAtWorkbench';
import { Drawer } from './Drawer';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

it('opens with a tab, closes with the same, and stays open with another', async () => {
  const { workbench } = renderAtWorkbench(<Drawer language={undefined} />);
  const layout = () => workbench.state.layout;
  const isOpen = layout().isDrawerOpen;
  if (isOpen) workbench.gateway.layout.arrange({ isDrawerOpen: false });
  const user = userEvent.setup();
  await user.click(screen.getByRole('tab', { name: /Problems/ }));
  expect(layout()).toMatchObject({ isDrawerOpen: true, drawerTab: 'problems' });
  await user.click(screen.getByRole('tab', { name: /Output/ }));
  expect(layout()).toMatchObject({ isDrawerOpen: true, drawerTab: 'output' });
  await user.click(screen.getByRole('tab', { name: /Output/ }));
  expect(layout().isDrawerOpen).toBe(false);
});

it('is moved through by arrows', async () => {
  const { workbench } = renderAtWorkbench(<Drawer language={undefined} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('tab', { name: /Problems/ }));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(workbench.state.layout.drawerTab).toBe('output'));
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Output/ }));
  expect(screen.getByRole('tab', { name: /Output/ }).getAttribute('aria-selected')).toBe('true');
});
