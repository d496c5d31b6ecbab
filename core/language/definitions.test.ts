import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from './definitions';

const signaturesOf = (code: string) => outlineOf(code).definitions.map(({ kind, signature }) => `${kind} ${signature}`);

describe('the definitions of a program', () => {
  it('are its functions, with their parameters, and its variables', () => {
    const code = 'real f(real x, int n=2) {\n  real y = x^n;\n  return y;\n}\npair A=(0,0), B = (1, 1);\ndraw(A--B);';
    expect(signaturesOf(code)).toEqual([
      'function real f(real x, int n=2)',
      'parameter real x',
      'parameter int n',
      'variable real y',
      'variable pair A',
      'variable pair B',
    ]);
  });

  it('are structures with their members, types and operators', () => {
    const code = `struct Node {
      Node[] children; static int count = 0;
      void operator init(string name) { this.name = name; }
      void grow() {}
    }
    typedef real func(real);
    Node operator +(Node a, Node b) { return a; }`;
    const { definitions } = outlineOf(code);
    expect(definitions.filter(({ isLocal }) => !isLocal).map(({ name, container }) => [name, container])).toEqual([
      ['Node', undefined],
      ['children', 'Node'],
      ['count', 'Node'],
      ['operator init', 'Node'],
      ['grow', 'Node'],
      ['func', undefined],
      ['operator +', undefined],
    ]);
  });

  it('are variables of loops and parameters of functions without a name', () => {
    const code =
      'for (int i = 0; i < 3; ++i) dot((i, 0));\nfor (pair z : points) { dot(z); }\ndraw(graph(new real(real t) { return t; }, 0, 1));';
    expect(signaturesOf(code)).toEqual(['variable int i', 'variable pair z', 'parameter real t']);
  });

  it('are not what merely looks like one', () => {
    expect(
      signaturesOf('return x;\ndraw (a);\nnew pen;\nif (a) b(c);\n// int no;\nstring s = "int t;";\na = b;'),
    ).toEqual(['variable string s']);
  });

  it('can be used inside of their scope', () => {
    const code = 'int a;\nvoid f(int b) { int c; }\nint d;';
    const scopes = outlineOf(code).definitions.map(({ name, scope }) => [name, code.slice(scope.from, scope.to)]);
    expect(scopes).toEqual([
      ['a', code],
      ['f', code],
      ['b', '(int b) { int c; '],
      ['c', '{ int c; '],
      ['d', code],
    ]);
  });

  it('are found in a program that is being written', () => {
    expect(signaturesOf('real f(real x) {\n  real y = g(x;\n}\nint after;')).toContain('variable int after');
    expect(signaturesOf('int a = ')).toEqual(['variable int a']);
  });

  it('come with the modules that are imported', () => {
    const code =
      'import graph; access three as t;\nfrom shapes access box;\ninclude "part.asy";\nimport a, b;\n// import no;';
    expect(outlineOf(code).imports.map(({ module, at }) => [module, code.slice(at, at + module.length)])).toEqual([
      ['graph', 'graph'],
      ['three', 'three'],
      ['shapes', 'shapes'],
      ['part', 'part'],
      ['a', 'a'],
      ['b', 'b'],
    ]);
  });

  it('are read from anything, and their names stand where they say', () => {
    const pieces = [
      'int ',
      'real',
      ' f',
      '(',
      ')',
      '{',
      '}',
      ';',
      ',',
      '=',
      ' x',
      '[',
      ']',
      'struct ',
      'for ',
      'new ',
      '"',
      '//',
      '\n',
      '.',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (words) => {
        const code = words.join('');
        for (const { name, at, from, to, scope } of outlineOf(code).definitions) {
          if (!name.startsWith('operator')) expect(code.slice(at, at + name.length)).toBe(name);
          expect(from <= at && at < to && to <= code.length && scope.from <= at).toBe(true);
        }
      }),
    );
  });
});
