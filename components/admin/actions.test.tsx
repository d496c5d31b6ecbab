// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CancelTasks } from './parts/CancelTasks';
import { Alarms } from './sections/Alarms';
import { Backends } from './sections/Backends';
import { Classes } from './sections/Classes';
import { Tokens } from './sections/Tokens';
import { QUEUE, renderAdmin } from './testing/renderAdmin';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

it('asks first, with the number of what is affected, and does nothing without a yes', async () => {
  const no = renderAdmin(<Classes />, { queue: QUEUE }, { consents: false });
  press('Pause fast');
  await waitFor(() => expect(no.asked).toEqual(['Pause fast? 2 tasks will stay in the queue.']));
  expect(no.sent).toEqual([]);
  cleanup();
  const yes = renderAdmin(<Classes />, { queue: QUEUE });
  press('Pause fast');
  await waitFor(() => expect(yes.sent).toEqual([{ action: 'class.pause', args: { class: 'fast' } }]));
});

it('does at once what can be taken back', async () => {
  const { sent, asked } = renderAdmin(<Backends />, { queue: QUEUE });
  press('Drain w.0');
  await waitFor(() => expect(sent).toEqual([{ action: 'backend.drain', args: { backend: 'w.0' } }]));
  expect(asked).toEqual([]);
});

it('shows no action to who may not run it', () => {
  renderAdmin(
    <>
      <Classes />
      <Backends />
    </>,
    { queue: QUEUE },
    { role: 'viewer' },
  );
  expect(screen.getByTestId('class-fast')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('shows a new token', async () => {
  const { sent } = renderAdmin(<Tokens />, { tokens: [] }, { answer: { ok: true, shown: 'id.secret' } });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'a colleague' } });
  press('Create token');
  await waitFor(() => expect(screen.getByTestId('new-token').textContent).toBe('id.secret'));
  expect(sent).toEqual([{ action: 'token.create', args: { name: 'a colleague', role: 'viewer' } }]);
});

it('cancels more tasks than one action may name, and says what came of it', async () => {
  const tasks = Array.from({ length: 1001 }, (_, i) => `t${i}`);
  const { sent, admin } = renderAdmin(<CancelTasks tasks={tasks} />, {});
  press(/^Cancel all/);
  await waitFor(() => expect(admin.store.getState().said?.text).toBe('1,001 tasks cancelled.'));
  expect(sent).toHaveLength(2);
});

it('says first what is worst and what to do about it, and that all is well only if it is known', () => {
  const alarm = (code: string) => ({ code, message: code, values: { cause: 'none', milliseconds: 200 } });
  renderAdmin(<Alarms />, { health: { ok: false, alarms: ['redis-slow', 'no-backend'].map(alarm) } });
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^No backend connected: nothing can be rendered\. Start a worker\./);
  cleanup();
  renderAdmin(<Alarms />, {});
  expect(screen.getByTestId('alarms').textContent).toBe('No health data yet.');
  cleanup();
  const { admin } = renderAdmin(<Alarms />, { health: { ok: true, alarms: [] } });
  expect(screen.getByTestId('alarms').textContent).toContain('All systems normal.');
  expect(admin.store.getState().isConnected).toBe(true);
});
