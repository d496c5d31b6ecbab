import { beforeEach, describe, expect, it } from 'vitest';
import { Gateway } from './gateway';
import type { FinishedRender } from '@/client/render';
import { VersionHistory } from './versionHistory';
import type { Version } from '@/components/model/version';

const EMPTY = new Uint8Array(0);
const SUCCESS: FinishedRender = {
  ending: { kind: 'complete' },
  results: [],
  output: { stdout: EMPTY, stderr: EMPTY },
  timings: { endedMs: 1 },
};

let now: number;
let versions: Map<string, Version>;
let gateway: Gateway;
let history: VersionHistory;

function render(code: string): void {
  gateway.draft.editText('main.asy', code);
  gateway.loopEvents.asked(gateway.state.revision);
  gateway.loopEvents.ended(SUCCESS);
}

const codes = () => [...versions.values()].map(({ draft, isKept }) => [draft.files[0]?.contents, isKept]);

beforeEach(() => {
  now = 1_000_000;
  versions = new Map();
  gateway = new Gateway(
    { code: 'a' },
    false,
    () => '',
    () => 0,
  );
  const store = { add: async (version: Version) => void versions.set(version.id, version) };
  history = new VersionHistory(gateway, store, () => now);
  history.open();
});

describe('the history', () => {
  it('gets a version that rendered well, and the next one only after a while', () => {
    render('b');
    render('c');
    expect(codes()).toEqual([['b', false]]);
    now += 4 * 60_000;
    render('d');
    expect(codes()).toEqual([
      ['b', false],
      ['d', false],
    ]);
  });

  it('has what was saved on purpose once', async () => {
    render('b');
    expect(await history.record(true)).toBe(true);
    expect(await history.record(false)).toBe(true);
    expect(codes()).toEqual([['b', true]]);
  });

  it('does not keep an empty page', async () => {
    gateway.draft.editText('main.asy', ' ');
    await history.record(true);
    expect(codes()).toEqual([]);
  });

  it('says when the browser does not take it', async () => {
    const full = { add: () => Promise.reject(new Error('full')) };
    expect(await new VersionHistory(gateway, full, () => now).record(true)).toBe(false);
  });
});
