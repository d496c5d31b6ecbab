import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftOf, draftOfProject } from '@/components/model/draft';
import { DEFAULT_SETTINGS } from '@/components/model/settings';
import { createLink, deleteLink } from './shareClient';

const LINK = { id: 'a', url: 'http://x/s/a', title: 't', token: 'secret' };

afterEach(() => vi.unstubAllGlobals());

/** Answers with a status, or not at all. */
function answerWith(status: number | undefined, body: unknown = {}) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    if (status === undefined) throw new TypeError('no network');
    return Response.json(body, { status });
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('deleting a link', () => {
  it('is done when the server says so, or when it is gone already', async () => {
    answerWith(200);
    expect(await deleteLink('a', 'secret')).toBeUndefined();
    answerWith(404);
    expect(await deleteLink('a', 'secret')).toBeUndefined();
  });

  it('is not done when the server could not be reached, or refused', async () => {
    answerWith(undefined);
    expect(await deleteLink('a', 'secret')).toBe('Can’t reach the server.');
    answerWith(503, { detail: 'Not now.' });
    expect(await deleteLink('a', 'secret')).toBe('Not now.');
  });
});

describe('a shared project', () => {
  it('keeps format, time and engine', async () => {
    const fetch = answerWith(201, LINK);
    const settings = { ...DEFAULT_SETTINGS, durationSeconds: 10, engine: 'lualatex' } as const;
    const draft = draftOf('d', 'label("x");');
    expect(await createLink({ draft, title: 't', expiresInDays: null, format: 'png', settings })).toEqual({
      link: LINK,
    });
    const sent = JSON.parse(String(fetch.mock.calls[0]?.[1].body));
    expect(sent).toMatchObject({ options: { format: 'png', duration: 10, engine: 'lualatex' }, main: 'main.asy' });
    expect(draftOfProject('e', sent)).toMatchObject({ engine: 'lualatex' });
  });

  it('asks for no engine where none is needed', async () => {
    const fetch = answerWith(201, LINK);
    await createLink({
      draft: draftOf('d', 'dot((0,0));'),
      title: 't',
      expiresInDays: null,
      format: 'svg',
      settings: DEFAULT_SETTINGS,
    });
    const sent = JSON.parse(String(fetch.mock.calls[0]?.[1].body));
    expect(sent.options).toEqual({ format: 'svg' });
    expect(draftOfProject('e', { ...sent, options: { engine: 'rm -rf' } })).not.toHaveProperty('engine');
  });
});
