import { describe, expect, it } from 'vitest';
import { GrabBook, type Grab } from './grabBook';

function grab(worker: string, ...funcs: string[]): Grab & { readonly funcs: Set<string> } {
  return { worker, funcs: new Set(funcs), assign: () => undefined };
}

function idle(book: GrabBook, ...grabs: Grab[]): void {
  for (const one of grabs) {
    book.makeAsking(one);
    book.makeIdle(one);
  }
}

describe('a book of grabs', () => {
  it('finds idle grabs by func, those first that have been idle longest', () => {
    const book = new GrabBook();
    const [a, b, c] = [grab('a', 'f', 'g'), grab('b', 'f'), grab('c', 'g')];
    idle(book, a, b, c);
    expect(book.idle('f', 9)).toEqual([a, b]);
    expect(book.idle('f', 1)).toEqual([a]);
    idle(book, a);
    expect(book.idle('f', 9)).toEqual([b, a]);
    expect(book.close(b)).toBe(true);
    expect(book.close(b)).toBe(false);
    expect(book.idle('f', 9)).toEqual([a]);
    expect(book.idle('unknown', 9)).toEqual([]);
    expect(book.allIdle()).toHaveLength(2);
  });

  it('passes over a func that is no longer served', () => {
    const book = new GrabBook();
    const a = grab('a', 'f', 'g');
    idle(book, a);
    a.funcs.delete('f');
    expect(book.idle('f', 9)).toEqual([]);
    expect(book.idle('g', 9)).toEqual([a]);
  });

  it('tells a grab that was asking to ask again, once', () => {
    const book = new GrabBook();
    const [a, b] = [grab('a', 'f'), grab('b', 'g')];
    book.makeAsking(a);
    book.makeAsking(b);
    book.askAgain('f');
    expect([book.makeIdle(a), book.makeIdle(b)]).toEqual([true, false]);
    book.makeAsking(a);
    expect(book.makeIdle(a)).toBe(false);
    expect(book.makeIdle(grab('stranger', 'f'))).toBe(false);
  });

  it('gives one grab of each worker, idle or asking', () => {
    const book = new GrabBook();
    const [a, again, b, other] = [grab('a', 'f'), grab('a', 'f'), grab('b', 'f'), grab('c', 'g')];
    idle(book, a, again, other);
    book.makeAsking(b);
    expect(book.oneOfEachWorker('f')).toEqual([a, b]);
  });
});
