// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Finder } from './Finder';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });

const NAMES = ['Run', 'Stop', 'Share'];
const choose = vi.fn<(name: string) => void>();

beforeAll(() => {
  // Nothing is laid out here.
  Element.prototype.scrollIntoView ??= () => undefined;
});

afterEach(() => {
  cleanup();
  choose.mockClear();
});

function open() {
  render(
    <Finder
      label="Search commands"
      listLabel="Commands"
      nothing="No matches"
      find={(query) => NAMES.filter((name) => name.toLowerCase().includes(query))}
      keyOf={(name) => name}
      row={(name) => name}
      onChoose={choose}
    />,
  );
  return screen.getByRole('combobox', { name: 'Search commands' });
}

describe('a list in which one finds by typing', () => {
  it('takes what the arrows have chosen', async () => {
    const user = userEvent.setup();
    await user.click(open());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(choose).toHaveBeenCalledWith('Share');
  });

  it('shows what fits, and says when nothing does', async () => {
    const user = userEvent.setup();
    await user.click(open());
    await user.keyboard('st');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Stop']);
    await user.keyboard('x');
    expect(screen.getByText('No matches')).toBeDefined();
  });
});
