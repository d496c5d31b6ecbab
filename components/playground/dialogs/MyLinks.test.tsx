// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { browserStorage } from '@/components/lib/browserStorage';
import { ownedLinks, rememberLink } from '@/components/persistence/ownedLinks';
import { MyLinks } from './MyLinks';

// Others use this machine, too.
configure({ asyncUtilTimeout: 20_000 });

const LINK = { id: 'a', token: 'secret', draft: 'd', title: 'My circle', url: 'http://localhost/s/a' };
const deleted = vi.fn<(problem: string | undefined) => void>();

beforeEach(() => {
  localStorage.clear();
  deleted.mockClear();
  rememberLink(browserStorage('localStorage'), LINK);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function pressDelete(isSure: boolean): void {
  renderInEnglish(<MyLinks without={undefined} confirm={async () => isSure} onDeleted={deleted} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete link My circle', hidden: true }));
}

describe('a link of one’s own', () => {
  it('keeps its key when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    pressDelete(true);
    await waitFor(() => expect(deleted).toHaveBeenCalledWith('Can’t reach the server.'));
    expect(ownedLinks(browserStorage('localStorage'))).toEqual([LINK]);
    expect(screen.getByText('My circle')).toBeDefined();
  });

  it('is forgotten when the server has deleted it', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    pressDelete(true);
    await waitFor(() => expect(deleted).toHaveBeenCalledWith(undefined));
    expect(ownedLinks(browserStorage('localStorage'))).toEqual([]);
  });

  it('is deleted only by whoever is sure', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    pressDelete(false);
    await waitFor(() => expect(screen.getByText('My circle')).toBeDefined());
    expect(fetch).not.toHaveBeenCalled();
    expect(ownedLinks(browserStorage('localStorage'))).toEqual([LINK]);
  });
});
