// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Grid2x2 } from 'lucide-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { Menu } from './Menu';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });

const run = vi.fn<(id: string) => void>();
const item = (id: string, rest: object = {}) => ({ id, title: id, run: () => run(id), ...rest });

afterEach(() => {
  cleanup();
  run.mockClear();
});

describe('a menu', () => {
  it('is opened and left by keyboard, and gives the focus back', async () => {
    const user = userEvent.setup();
    renderInEnglish(<Menu label="Ground" icon={Grid2x2} items={[item('Paper'), item('Dark')]} />);
    const button = screen.getByRole('button', { name: 'Ground' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menu')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ground' }));
    expect(run).not.toHaveBeenCalled();
  });

  it('marks the choice in force, and lets what cannot be done say why', async () => {
    const user = userEvent.setup();
    const items = [item('Paper', { isOn: true }), item('Dark', { isOn: false, reason: 'Not now.' })];
    renderInEnglish(<Menu label="Ground" icon={Grid2x2} items={items} />);
    await user.click(screen.getByRole('button', { name: 'Ground' }));
    expect((await screen.findByRole('menuitemradio', { name: 'Paper' })).getAttribute('aria-checked')).toBe('true');
    const dark = screen.getByRole('menuitemradio', { name: 'Dark Not now.' });
    expect(dark.getAttribute('aria-disabled')).toBe('true');
    await user.click(dark);
    expect(run).toHaveBeenCalledWith('Dark');
  });
});
