import { beforeEach, describe, expect, it } from 'vitest';
import { isLiveNow } from '@/components/model/state';
import { Workbench } from '@/components/workbench/workbench';
import { perform } from './perform';
import { liveAction, stopAction } from './renderActions';

const BUSY = { backends: 1, busy: 1, tasks: 9 };

let workbench: Workbench;

beforeEach(() => {
  workbench = new Workbench({ code: 'draw(unitcircle);' }, false, undefined);
});

describe('rendering as one types', () => {
  it('can be switched off while a render is under way and while it rests', () => {
    workbench.gateway.loopEvents.asked(0);
    workbench.gateway.hearLoad(BUSY);
    expect(isLiveNow(workbench.state)).toBe(false);
    perform(liveAction, workbench);
    expect(workbench.state.settings.isLive).toBe(false);
    workbench.gateway.hearLoad(undefined);
    expect(isLiveNow(workbench.state)).toBe(false);
    perform(liveAction, workbench);
    expect(isLiveNow(workbench.state)).toBe(true);
  });
});

describe('an action that cannot be done now', () => {
  it('says why, where it is seen', () => {
    perform(stopAction, workbench);
    expect(workbench.state.notices.map(({ text }) => text)).toEqual(['Nothing is rendering.']);
  });
});
