import { describe, expect, it } from 'vitest';
import { nameOfKind, USUAL_KIND, type WarmKind } from './kind';
import { bestIndex, KindDemand } from './kindDemand';

const HOUR_MS = 3_600_000;
const kind = (...modules: string[]): WarmKind => ({ ...USUAL_KIND, modules });
const OTHER: WarmKind = { ...USUAL_KIND, main: 'figure.asy' };

describe('the kind of the next jail', () => {
  it('is the usual one while nobody has asked', () => {
    expect(new KindDemand().next([], 4, 0)).toEqual(USUAL_KIND);
    expect(new KindDemand().isScarce([], 4, 0)).toBe(false);
  });

  it('is what the one who types asks for', () => {
    const demand = new KindDemand();
    demand.note('a', kind('graph'), 0);
    expect(demand.isScarce([kind()], 4, 1)).toBe(true);
    expect(demand.next([kind()], 4, 1)).toEqual(kind('graph'));
    expect(demand.isScarce([kind(), kind('graph', 'math')], 1, 1)).toBe(false);
  });

  it('takes the place of one that is too many, but never of the last usual one', () => {
    const demand = new KindDemand();
    expect(demand.superfluous([kind(), kind()], 2, 0)).toBe(-1);
    demand.note('a', OTHER, 0);
    expect(demand.superfluous([kind(), kind()], 2, 1)).toBe(0);
    expect(demand.superfluous([kind(), OTHER], 3, 1)).toBe(-1);
    expect(demand.superfluous([kind(), OTHER, OTHER], 3, 1)).toBe(-1);
    demand.note('b', kind(), 1);
    expect(demand.superfluous([kind(), kind(), kind(), kind()], 4, 2)).toBe(0);
    expect(demand.superfluous([OTHER, kind(), kind()], 4, 2)).toBe(-1);
  });

  it('is shared out among those who were here, each of whom counts once', () => {
    const demand = new KindDemand();
    for (let i = 0; i < 50; i += 1) demand.note('a', kind('three'), i);
    demand.note('b', kind('graph'), 50);
    demand.note('c', kind('graph'), 50);
    demand.note('d', kind(), 50);
    const waiting: WarmKind[] = [];
    for (let i = 0; i < 8; i += 1) waiting.push(demand.next(waiting, 8, 51));
    expect(waiting.map(({ modules }) => modules.join()).sort()).toEqual([
      ...['', '', 'graph', 'graph', 'graph', 'graph', 'three', 'three'],
    ]);
  });

  it('is the usual one for whoever comes, however many ask for another', () => {
    const demand = new KindDemand();
    demand.note('a', OTHER, 0);
    expect(demand.next([], 3, 1)).toEqual(USUAL_KIND);
    expect(demand.next([USUAL_KIND], 3, 1)).toEqual(OTHER);
    expect(demand.next([USUAL_KIND, OTHER], 3, 1)).toEqual(OTHER);
    expect(demand.isScarce([USUAL_KIND], 3, 1)).toBe(true);
  });

  it('is scarce for whoever uses it up, however many of another kind wait', () => {
    const demand = new KindDemand();
    demand.note('a', OTHER, 0);
    demand.note('b', kind(), 0);
    const others = Array<WarmKind>(4).fill(OTHER);
    expect(demand.isScarce([...others, kind(), kind()], 8, 1)).toBe(true);
    expect(demand.isScarce([...others, kind(), kind(), kind()], 8, 1)).toBe(false);
  });

  it('is for those who come, and only else for those who were here long ago', () => {
    const demand = new KindDemand();
    demand.note('a', kind('three'), 0);
    expect(demand.isScarce([], 4, HOUR_MS)).toBe(false);
    expect(demand.next([], 4, HOUR_MS)).toEqual(kind('three'));
    demand.note('b', kind('graph'), HOUR_MS);
    expect(demand.next([kind('graph'), kind('graph')], 4, HOUR_MS)).toEqual(kind('graph'));
  });
});

describe('the jail that suits best', () => {
  it.each([
    [[], kind('graph'), -1],
    [[kind(), kind('graph'), kind()], kind('graph'), 1],
    [[kind('graph', 'three'), kind('graph')], kind('graph'), 1],
    [[kind('three'), kind()], kind('graph'), 1],
    [[kind('three')], kind(), 0],
    [[kind('graph'), kind('graph', 'math')], kind('graph', 'math'), 1],
    [[kind(), OTHER], OTHER, 1],
    [[kind(), kind('graph')], OTHER, -1],
  ])('of %j for %j is %i', (waiting, wanted, index) => {
    expect(bestIndex(waiting, wanted)).toBe(index);
  });

  it('has read nothing ahead where nothing may be', () => {
    expect(bestIndex([kind('graph'), kind()], kind(), false)).toBe(1);
    expect(bestIndex([kind('graph')], kind(), false)).toBe(-1);
  });
});

it('a kind has a name that tells it from others', () => {
  const apart: WarmKind = { ...OTHER, mergeErrors: false, engine: 'xelatex', scene: 'html', modules: ['graph'] };
  expect(nameOfKind(apart)).toBe('figure.asy errors apart xelatex html graph');
  expect(nameOfKind(USUAL_KIND)).toBe('main.asy');
});
