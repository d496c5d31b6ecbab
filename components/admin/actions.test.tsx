// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CancelMatching } from './parts/CancelMatching';
import { Alarms } from './sections/Alarms';
import { Backends } from './sections/Backends';
import { Classes } from './sections/Classes';
import { Failures } from './sections/Failures';
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

it('cancels everything that matches, counted before and after', async () => {
  const counts = { waiting: 1000, running: 1 };
  const page = renderAdmin(
    <CancelMatching query="class:slow" />,
    {},
    { reply: counts, answer: { ok: true, shown: '1001' } },
  );
  press(/^Cancel all/);
  await waitFor(() => expect(page.admin.store.getState().said?.text).toMatch(/^1,001 tasks cancelled; 1,001 left/));
  expect(page.asked).toEqual(['Cancel 1,001 matching tasks (1,000 waiting, 1 running)?']);
  expect(page.sent).toEqual([{ action: 'task.cancelMatching', args: { query: 'class:slow' } }]);
  cleanup();
  renderAdmin(<CancelMatching query=" " />, {});
  expect(screen.queryByRole('button')).toBeNull();
});

it('tells what a pause would do before it is made', async () => {
  const waits = { medianSeconds: 2, longestSeconds: 3, stuck: 0 };
  const rows = [{ taskClass: 'fast', tasks: 2, before: waits, after: { stuck: 2 } }];
  const page = renderAdmin(<Classes />, { queue: QUEUE }, { reply: { rows }, consents: false });
  press('Pause fast');
  await waitFor(() =>
    expect(page.asked).toEqual([
      'Pause fast? 2 tasks will stay in the queue. Expected waits: fast 2.0 s → 2 won’t start.',
    ]),
  );
  expect(page.sent).toEqual([]);
});

it('groups failures by cause, and shows why one failed', async () => {
  const head = {
    ...{ task: 't1', taskClass: 'slow', client: 'c', address: 'a', owner: 'connection', backend: 'w.0' },
    ...{ cause: 'failed', message: 'no matching variable', source: 'abcd', endedAtMs: 5, waitMs: 1, runMs: 2 },
  };
  const group = { cause: 'failed', message: head.message, count: 7, newestAtMs: 5 };
  const found = { count: 7, kept: 9, groups: [group], rows: [{ id: '5-0', ...head }] };
  const { questions } = renderAdmin(<Failures />, {}, { reply: found });
  await screen.findByTestId('failure-t1');
  expect(screen.getByTestId('failure-count').textContent).toBe('7 failures of 9');
  expect(screen.getByRole('group', { name: 'Failures by cause' }).textContent).toContain('no matching variable');
  press('Details of t1');
  await waitFor(() => expect(questions.at(-1)).toEqual({ question: 'failure.read', args: { id: '5-0' } }));
  expect(screen.getByTestId('failure-detail').textContent).toContain('Failures of this program (abcd)');
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
