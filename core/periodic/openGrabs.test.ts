import { describe, expect, it } from 'vitest';
import { OpenGrabs, type Grab } from './openGrabs';

function grab(worker: string, ...funcs: string[]): Grab & { readonly funcs: Set<string> } {
  return { worker, funcs: new Set(funcs), assign: () => undefined };
}

function idle(open: OpenGrabs, ...grabs: Grab[]): void {
  for (const one of grabs) {
    open.makeAsking(one);
    open.makeIdle(one);
  }
}

describe('a open of grabs', () => {
  it('finds idle grabs by func, those first that have been idle longest', () => {
    const open = new OpenGrabs();
    const [a, b, c] = [grab('a', 'f', 'g'), grab('b', 'f'), grab('c', 'g')];
    idle(open, a, b, c);
    expect(open.idle('f', 9)).toEqual([a, b]);
    expect(open.idle('f', 1)).toEqual([a]);
    idle(open, a);
    expect(open.idle('f', 9)).toEqual([b, a]);
    expect(open.close(b)).toBe(true);
    expect(open.close(b)).toBe(false);
    expect(open.idle('f', 9)).toEqual([a]);
    expect(open.idle('unknown', 9)).toEqual([]);
    expect(open.allIdle()).toHaveLength(2);
  });

  it('passes over a func that is no longer served', () => {
    const open = new OpenGrabs();
    const a = grab('a', 'f', 'g');
    idle(open, a);
    a.funcs.delete('f');
    expect(open.idle('f', 9)).toEqual([]);
    expect(open.idle('g', 9)).toEqual([a]);
  });

  it('tells a grab that was asking to ask again, once', () => {
    const open = new OpenGrabs();
    const [a, b] = [grab('a', 'f'), grab('b', 'g')];
    open.makeAsking(a);
    open.makeAsking(b);
    open.askAgain('f');
    expect([open.makeIdle(a), open.makeIdle(b)]).toEqual([true, false]);
    open.makeAsking(a);
    expect(open.makeIdle(a)).toBe(false);
    expect(open.makeIdle(grab('stranger', 'f'))).toBe(false);
  });

  it('gives one grab of each worker, idle or asking', () => {
    const open = new OpenGrabs();
    const [a, again, b, other] = [grab('a', 'f'), grab('a', 'f'), grab('b', 'f'), grab('c', 'g')];
    idle(open, a, again, other);
    open.makeAsking(b);
    expect(open.oneOfEachWorker('f')).toEqual([a, b]);
  });
});
