// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { browserStorage } from '@/components/lib/browserStorage';
import { draftOf } from '@/components/model/draft';
import { Journal } from '@/components/persistence/journal';
import { rememberOwnDraft } from '@/components/persistence/ownDraft';
import { Rescue } from './Rescue';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });

const retry = vi.fn();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  retry.mockClear();
});

afterEach(cleanup);

describe('a page that broke', () => {
  it('offers the code that was written, and another try', async () => {
    new Journal(browserStorage('localStorage')).write(draftOf('d', 'draw(unitcircle);'), 1, () => false);
    rememberOwnDraft(browserStorage('sessionStorage'), 'd');
    renderInEnglish(<Rescue onRetry={retry} />);
    expect(await screen.findByRole('button', { name: 'Download your code' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});
