import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { after } from '@/components/lib/timers';
import { draftOf } from '@/components/model/draft';
import { withoutFile } from '@/components/model/draftFiles';
import type { Version } from '@/components/model/version';
import { Gateway } from './gateway';
import { VersionHistory } from './versionHistory';

let versions: Map<string, Version>;
let gateway: Gateway;
let history: VersionHistory;
let clock = 0;

const type = (code: string) => gateway.draft.editText('main.asy', code);
const codes = () => [...versions.values()].map(({ draft, isKept }) => [draft.files[0]?.contents, isKept]);
const pause = () => vi.advanceTimersByTimeAsync(20_000);

beforeEach(() => {
  vi.useFakeTimers();
  versions = new Map();
  gateway = new Gateway(
    { code: 'a' },
    false,
    () => '',
    () => (clock += 1),
  );
  const store = {
    add: async (version: Version) => void versions.set(version.id, version),
    list: async () => [...versions.values()],
  };
  history = new VersionHistory(gateway, store, () => 1_000_000, after);
  history.open();
});
afterEach(() => vi.useRealTimers());

describe('the history', () => {
  it('gets a version at each pause in work, and none in between', async () => {
    type('b');
    type('bc');
    await pause();
    type('bcd');
    await pause();
    await pause();
    expect(codes()).toEqual([
      ['bc', false],
      ['bcd', false],
    ]);
  });

  it('gets what another draft takes the place of, at once, and nothing that was only opened', () => {
    type('typed');
    gateway.openDraft(draftOf('example', 'an example'));
    gateway.openDraft(draftOf('other', 'another'));
    type('another, changed');
    gateway.wayBackTo(draftOf('third', 'a third'))();
    expect(codes()).toEqual([
      ['typed', false],
      ['another, changed', false],
    ]);
  });

  it('gets at once what was pasted over, deleted, or taken back by an Undo', () => {
    type('size(3cm);\ndraw(unitcircle);');
    type('size(9cm);\nfill(unitsquare);');
    expect(codes().length).toBe(1);
    const { draft } = gateway.state;
    gateway.draft.replace({ ...draft, files: [...draft.files, { name: 'a.csv', contents: '1,2' }] });
    expect(codes().length).toBe(1);
    gateway.change(withoutFile(gateway.state.draft, 'a.csv'), 'deleted');
    expect([...versions.values()].map((version) => version.draft.files.length)).toEqual([1, 2]);
    type('size(9cm);\nfill(unitsquare);  // more');
    gateway.draft.replace(draft);
    expect(codes().at(-1)).toEqual(['size(9cm);\nfill(unitsquare);  // more', false]);
  });

  it('gets work in other files beside an empty main one', async () => {
    const { draft } = gateway.state;
    gateway.draft.replace({
      ...draft,
      files: [
        { name: 'main.asy', contents: '' },
        { name: 'a.asy', contents: 'b' },
      ],
    });
    await pause();
    expect(codes().at(-1)).toEqual(['', false]);
  });

  it('gets what an earlier visit left, once', async () => {
    await history.recordEarlier(draftOf('earlier', 'left'));
    await history.recordEarlier(draftOf('copy', 'left'));
    expect(codes()).toEqual([['left', false]]);
  });

  it('has what was saved on purpose once', async () => {
    type('b');
    await pause();
    expect(await history.record(true)).toBe(true);
    expect(await history.record(false)).toBe(true);
    expect(codes()).toEqual([['b', true]]);
  });

  it('does not keep an empty page', async () => {
    type(' ');
    await history.record(true);
    expect(codes()).toEqual([]);
  });

  it('says when the browser does not take it', async () => {
    const full = { add: () => Promise.reject(new Error('full')), list: async () => [] };
    expect(await new VersionHistory(gateway, full, () => 0, after).record(true)).toBe(false);
  });
});
