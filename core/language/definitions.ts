import { DefinitionScanner } from './definitionScanner';
import { tokensOf } from './tokens';

/**
 * What a program of Asymptote defines: functions, variables, structures and types, each with the part of the program in
 * which its name can be used. Read without asy and in every state of being written, so it is tolerant: what it does not
 * understand it passes over to the next statement.
 */

export interface Span {
  /** UTF-16 units from the beginning of the program. */
  readonly from: number;
  /** After the last one. */
  readonly to: number;
}

export type DefinitionKind = 'function' | 'variable' | 'parameter' | 'struct' | 'type';

export interface Definition extends Span {
  /** `operator +` for operators. */
  readonly name: string;
  readonly kind: DefinitionKind;
  /** As it is written, on one line: `real f(real x)`. */
  readonly signature: string;
  /** Where the name stands. */
  readonly at: number;
  /** Where the name can be used. */
  readonly scope: Span;
  /** The structure it is a member of. */
  readonly container?: string;
  /** Inside of a function or a block. */
  readonly isLocal: boolean;
}

interface Import {
  /** As in `import graph`; a file name as in `include "part.asy"` without its ending. */
  readonly module: string;
  /** Where the module's name stands. */
  readonly at: number;
}

export interface Outline {
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
}

const IMPORT = /(^|[;{}\n])([ \t]*(?:import|access|include|from)\s+)("[^"\n]*"|[\w/]+(?:\s*,\s*\w+)*)/g;

export function outlineOf(code: string): Outline {
  const scanner = new DefinitionScanner(code, tokensOf(code));
  return { definitions: scanner.scan(), imports: importsIn(code) };
}

/** The modules that a program takes in, each time it does. */
export function importsIn(code: string): Import[] {
  return [...code.matchAll(IMPORT)].flatMap((found) => {
    const [, before = '', words = '', names = ''] = found;
    const start = found.index + before.length + words.length;
    return [...names.matchAll(/[^\s,"]+/g)].map((name) => ({
      module: name[0].replace(/\.asy$/, ''),
      at: start + name.index,
    }));
  });
}
