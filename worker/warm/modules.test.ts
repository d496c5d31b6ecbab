import { describe, expect, it } from 'vitest';
import { importedModules, shadows } from './modules';

const AHEAD = new Set(['graph', 'geometry', 'three', 'math', 'stats', 'palette']);
const LIBRARY = { names: new Set([...AHEAD, 'map']), ahead: AHEAD };

function files(texts: Readonly<Record<string, string>>) {
  return new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

describe('the modules of a program', () => {
  it.each([
    ['import graph; draw((0,0)--(1,1));', ['graph']],
    ['import three;\nimport graph;', ['graph', 'three']],
    ['access geometry, math as m;', ['geometry', 'math']],
    ['from stats access histogram;', ['stats']],
    ['void f() { import palette; }', ['palette']],
    ['import "graph.asy" as g;', []],
    ['import mine; real important; string graph;', []],
    ['from map(Key=string, T=int) access map;', []],
    ['import graph; import three; import math; import stats; import palette;', ['graph', 'math', 'stats', 'three']],
  ])('%j', (text, modules) => {
    expect(importedModules(files({ 'main.asy': text }), LIBRARY)).toEqual(modules);
  });

  it('are those of all its files, and of no data', () => {
    const texts = { 'main.asy': 'import mine;', 'mine.asy': 'import math;', 'notes.txt': 'import graph' };
    expect(importedModules(files(texts), LIBRARY)).toEqual(['math']);
  });

  it('are read in no more time than their length takes', () => {
    const hostile = `${'import '.repeat(50_000)}${' '.repeat(500_000)}!`;
    expect(importedModules(files({ 'main.asy': hostile }), LIBRARY)).toEqual([]);
  });
});

describe('a file that asy would take for a module', () => {
  it.each([
    ['graph.asy', true],
    ['graph', true],
    ['map.asy', true],
    ['graph.csv', false],
    ['mygraph.asy', false],
  ])('%s: %s', (name, isShadow) => {
    expect(shadows(files({ 'main.asy': '', [name]: '' }), LIBRARY.names)).toBe(isShadow);
  });
});
