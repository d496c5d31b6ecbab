import { describe, expect, it } from 'vitest';
import { countDown } from './countdown';
import { translatorOf } from '@/components/lib/translator';
import { runLabel } from './runLabel';

const IDLE = { run: { phase: 'idle' }, report: undefined, revision: 1, isCalm: false } as const;
const stopped = { revision: 1, words: { kind: 'stopped', title: 'Stopped' }, problems: [] } as const;
const failed = { ...stopped, words: { kind: 'failed', title: 'x' } } as const;

const LANGUAGE = { locale: 'en', t: translatorOf('model') } as const;

function words(state: Parameters<typeof runLabel>[0], now = 0): string {
  const { word, detail } = runLabel(state, now, 'Ctrl+Enter', LANGUAGE);
  return `${word} ${detail}`;
}

describe('the Run button', () => {
  it('offers to run', () => {
    expect(words(IDLE)).toBe('Run Ctrl+Enter');
  });

  it('keeps its word while somebody types, whatever becomes of the renders', () => {
    const run = { phase: 'rendering', revision: 1, askedAt: 0, startedAt: 0 } as const;
    for (const state of [{ run }, { report: failed }, { report: stopped }])
      expect(words({ ...IDLE, ...state, isCalm: true }, 5000)).toBe('Run Ctrl+Enter');
  });

  it('says nothing of a render that has only begun', () => {
    const run = { phase: 'rendering', revision: 1, askedAt: 0, startedAt: 50 } as const;
    expect(words({ ...IDLE, run }, 299)).toBe('Run Ctrl+Enter');
    expect(words({ ...IDLE, run }, 450)).toBe('Rendering 0.4 s');
    expect(runLabel({ ...IDLE, run }, 450, '', LANGUAGE).does).toBe('stop');
    expect(words({ ...IDLE, run: { ...run, startedAt: 500 } }, 450)).toBe('Rendering 0.00 s');
  });

  it('tells place and wait, and counts down', () => {
    const wait = countDown(undefined, 2, 1000);
    const run = { phase: 'queued', revision: 1, askedAt: 0, wait, position: 3, isRough: false } as const;
    expect(words({ ...IDLE, run }, 1000)).toBe('Queued 3rd, ~2 s');
    expect(words({ ...IDLE, run }, 2500)).toBe('Queued 3rd, ~1 s');
    expect(words({ ...IDLE, run: { ...run, position: undefined } }, 9000)).toBe('Queued ~1 s');
    expect(words({ ...IDLE, run: { ...run, isRough: true } }, 1000)).toBe('Queued ~2 s');
  });

  it('remembers how it ended until the code changes', () => {
    expect(words({ ...IDLE, report: stopped })).toBe('Stopped run again');
    expect(words({ ...IDLE, report: failed })).toBe('Failed retry');
    expect(words({ ...IDLE, report: failed, revision: 2 })).toBe('Run Ctrl+Enter');
  });

  it('counts places in words of the language', () => {
    const wait = countDown(undefined, 2, 1000);
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 102, 113].map((position) => {
      const run = { phase: 'queued', revision: 1, askedAt: 0, wait, position, isRough: false } as const;
      return runLabel({ ...IDLE, run }, 1000, '', LANGUAGE).detail.replace(', ~2 s', '');
    });
    expect(places).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '113th']);
  });
});
