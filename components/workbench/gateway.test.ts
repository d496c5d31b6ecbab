import { beforeEach, describe, expect, it } from 'vitest';
import type { FinishedRender } from '@/client/render';
import { draftOf } from '@/components/model/draft';
import { withoutFile } from '@/components/model/draftFiles';
import { Gateway } from './gateway';
import { isPictureOld } from '@/components/model/state';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const SVG = "<svg width='72pt' height='36pt'></svg>";

function finished(ending: FinishedRender['ending']): FinishedRender {
  return { ending, results: [], output: { stdout: bytes(''), stderr: bytes('') }, timings: { endedMs: 420 } };
}

let gateway: Gateway;

beforeEach(() => {
  gateway = new Gateway(
    { code: 'draw(unitcircle);', svg: SVG },
    false,
    (_, format) => `blob:${format}`,
    () => 0,
  );
});

describe('the first visit', () => {
  it('shows the example with its picture', () => {
    expect(gateway.state.draft.files[0]?.contents).toBe('draw(unitcircle);');
    expect(gateway.state.pictures[0]).toMatchObject({ size: { width: 96, height: 48 }, revision: 0 });
    expect(isPictureOld(gateway.state)).toBe(false);
  });

  it('shows neither where a draft is about to come', () => {
    const returning = new Gateway(
      { code: 'x', svg: SVG },
      true,
      () => '',
      () => 0,
    );
    expect(returning.state).toMatchObject({ isRestoring: true, pictures: [] });
    expect(returning.newest()).toBeUndefined();
  });
});

describe('a render', () => {
  it('replaces the pictures when it ends well', () => {
    gateway.draft.editText('main.asy', 'dot((0,0));');
    expect(isPictureOld(gateway.state)).toBe(true);
    const { asked, started, result, ended } = gateway.loopEvents;
    asked(gateway.newest()?.revision ?? -1);
    started();
    expect(gateway.state.pictures).toHaveLength(1);
    result({ format: 'svg', bytes: bytes(SVG) });
    result({ format: 'png', filename: 'b.png', bytes: bytes('x') });
    ended(finished({ kind: 'complete' }));
    expect(gateway.state.pictures.map(({ format }) => format)).toEqual(['svg', 'png']);
    expect(isPictureOld(gateway.state)).toBe(false);
    expect(gateway.state).toMatchObject({ run: { phase: 'idle' }, announcement: 'Rendered in 0.4 s' });
  });

  it('that fails keeps the last good picture and says what is wrong', () => {
    gateway.draft.editText('main.asy', 'drw;');
    const { asked, started, output, result, ended } = gateway.loopEvents;
    asked(1);
    started();
    output('stdout', bytes("main.asy: 1.1: no matching variable 'drw'\n"));
    result({ format: 'png', bytes: bytes('x') });
    ended(finished({ kind: 'complete', error: 'Execution failed' }));
    expect(gateway.state.pictures.map(({ format }) => format)).toEqual(['svg']);
    expect(gateway.state.report?.problems).toHaveLength(1);
    expect(gateway.state.announcement).toBe('1 problem. Showing the last good picture.');
    gateway.picture.showUnfinished();
    expect(gateway.state.pictures.map(({ format }) => format)).toEqual(['png']);
  });

  it('puts characters together that were cut in two', () => {
    const { asked, started, output } = gateway.loopEvents;
    const euro = bytes('€');
    asked(0);
    started();
    output('stdout', euro.subarray(0, 1));
    output('stdout', euro.subarray(1));
    expect(gateway.state.output).toBe('€');
  });

  it('says once that the browser is full', () => {
    gateway.saved('full');
    expect(gateway.state.announcement).toMatch(/^Not saved/);
    gateway.layout.announce('');
    gateway.saved('full');
    expect(gateway.state.announcement).toBe('');
  });

  it('is asked for with what was chosen', () => {
    gateway.choose({ chosenFormat: 'pdf', durationSeconds: 10, engine: 'lualatex' });
    expect(gateway.newest()).toEqual({
      revision: 1,
      request: {
        files: { 'main.asy': 'draw(unitcircle);' },
        main: 'main.asy',
        options: { format: 'pdf', durationSeconds: 10, engine: 'lualatex', objects: true },
      },
    });
    gateway.choose({ ground: 'dark' });
    expect(gateway.state.revision).toBe(1);
  });
});

describe('a wait', () => {
  it('says why when either end of its range goes up', () => {
    gateway.run.ask(gateway.state.revision, 0);
    const roseWith = (told: { lower: number; upper: number }) => {
      gateway.loopEvents.queued({ estimate: 4, position: 1, ...told });
      const { run } = gateway.state;
      return run.phase === 'queued' ? run.rose : 'not queued';
    };
    expect(roseWith({ lower: 2, upper: 9 })).toBeUndefined();
    expect(roseWith({ lower: 2, upper: 10 })).toBeUndefined();
    expect(roseWith({ lower: 2, upper: 20 })).toBe('slower');
  });
});

describe('notices', () => {
  const texts = () => gateway.state.notices.map(({ text }) => text);
  const idOf = (text: string) => gateway.state.notices.find((notice) => notice.text === text)?.id ?? '';

  it('stand beside each other, and each has its own way back', () => {
    const first = gateway.state.draft;
    const files = [...first.files, ...['a.csv', 'b.csv'].map((name) => ({ name, contents: name }))];
    gateway.draft.replace({ ...first, files });
    gateway.change(withoutFile(gateway.state.draft, 'a.csv'), 'one');
    gateway.layout.notify('something else');
    gateway.change(withoutFile(gateway.state.draft, 'b.csv'), 'two');
    gateway.draft.editText('main.asy', 'written since');
    expect(texts()).toEqual(['one', 'something else', 'two']);
    const names = () => gateway.state.draft.files.map(({ name }) => name);
    gateway.layout.act(idOf('one'));
    expect(names()).toEqual(['main.asy', 'a.csv']);
    gateway.layout.act(idOf('two'));
    expect(names().toSorted()).toEqual(['a.csv', 'b.csv', 'main.asy']);
    expect(gateway.state.draft.files[0]?.contents).toBe('written since');
    expect(texts()).toEqual(['something else']);
  });

  it('go with the draft they are about', () => {
    const first = gateway.state.draft;
    gateway.tell('Added a.csv', { title: 'Insert code', run: () => gateway.draft.editText('main.asy', 'code') });
    gateway.layout.notify('Draft deleted', () => {});
    gateway.openDraft(draftOf('second', 'another'));
    gateway.offerWayBack('Opened another', first);
    expect(texts()).toEqual(['Draft deleted', 'Opened another']);
    gateway.layout.act(idOf('Opened another'));
    expect(gateway.state.draft).toBe(first);
    expect(texts()).toEqual(['Draft deleted']);
  });

  it('are told once, and not without end', () => {
    gateway.layout.notify('no');
    gateway.layout.notify('no');
    expect(texts()).toEqual(['no']);
    for (const text of ['a', 'b', 'c', 'd']) gateway.layout.notify(text);
    expect(texts()).toEqual(['b', 'c', 'd']);
    gateway.layout.dismissNotice(idOf('c'));
    expect(texts()).toEqual(['b', 'd']);
  });
});
