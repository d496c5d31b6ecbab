// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { Profiler, type ComponentType } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Guarded } from './parts/Guarded';
import { Backends } from './sections/Backends';
import { Cache } from './sections/Cache';
import { Classes } from './sections/Classes';
import { Clients } from './sections/Clients';
import { QUEUE, renderAdmin } from './testing/renderAdmin';

afterEach(cleanup);

const CACHE = { entries: 3, storeBytes: 1, memoryBytes: 1, uses: {} };

/** The panels of a page, and how often each was drawn. */
function show(panels: Record<string, unknown>) {
  const drawn: Record<string, number> = {};
  const counted = (id: string, panel: ComponentType, of: Parameters<typeof Guarded>[0]['of']) => (
    <Profiler id={id} onRender={() => (drawn[id] = (drawn[id] ?? 0) + 1)}>
      <Guarded panel={panel} of={of} />
    </Profiler>
  );
  const { admin } = renderAdmin(
    <>
      {counted('classes', Classes, ['queue'])}
      {counted('backends', Backends, ['queue', 'workers'])}
      {counted('clients', Clients, ['queue', 'control'])}
      {counted('cache', Cache, ['cache'])}
    </>,
    panels,
  );
  const push = (patch: Record<string, unknown>, atMs = 0) => {
    for (const id of Object.keys(drawn)) drawn[id] = 0;
    act(() => void admin.takeChange({ patch, atMs }, atMs));
    return Object.keys(drawn).filter((id) => drawn[id]);
  };
  return { push, admin };
}

it('draws again only what a push changed', () => {
  const { push } = show({ queue: QUEUE, cache: CACHE });
  expect(push({})).toEqual([]);
  // Twice a second, whatever happens.
  expect(push({ queue: { atMs: 2, epoch: 2 } })).toEqual([]);
  expect(push({ queue: { classes: { fast: { waiting: 5 } } } })).toEqual(['classes']);
  expect(push({ queue: { backends: { 'w.1': { draining: true } } } })).toEqual(['backends']);
  expect(push({ cache: { entries: 4 } })).toEqual(['cache']);
  expect(screen.getByTestId('class-fast').textContent).toContain('5');
  expect(screen.getByTestId('cache').textContent).toContain('4 renders');
});

it('is not drawn again when the same is told anew, as after a broken connection', () => {
  const { admin } = show({ queue: QUEUE, cache: CACHE });
  const { panels } = admin.store.getState();
  admin.takeSnapshot({ panels: structuredClone({ queue: QUEUE, cache: CACHE }), role: 'admin', name: 'x', atMs: 0 }, 0);
  expect(admin.store.getState().panels.queue).toBe(panels.queue);
});

it('says of a panel that it cannot be read, leaves the others, and shows it when it can', () => {
  const { push } = show({ queue: QUEUE, cache: CACHE });
  push({ cache: { entries: 'many' } });
  expect(screen.getByRole('alert').textContent).toMatch(/can’t be shown/);
  expect(screen.getByTestId('class-fast')).toBeTruthy();
  expect(screen.queryByTestId('cache')).toBeNull();
  push({ cache: { entries: 7 } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByTestId('cache').textContent).toContain('7 renders');
});

it('takes nothing that is no message of a front', () => {
  const { admin } = show({ queue: QUEUE });
  const before = admin.store.getState();
  expect(admin.takeSnapshot({ panels: [], role: 'king' }, 0)).toBe(false);
  expect(admin.takeChange('nonsense', 0)).toBe(false);
  expect(admin.store.getState()).toBe(before);
});
