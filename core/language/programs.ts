import { blankOut } from './blankOut';
import { outlineOf, type Definition, type Outline } from './definitions';
import { wordBefore } from './wordBefore';

/** The programs of a draft together: what a name in one of them means, in its own file or in those it imports. */

interface Found {
  readonly file: string;
  readonly definition: Definition;
}

const WORD_AFTER = /^[\p{L}\p{N}_]*/u;

export class Programs {
  private readonly outlines = new Map<string, Outline>();

  /** Programs by file name. */
  constructor(private readonly files: ReadonlyMap<string, string>) {}

  outline(file: string): Outline {
    const known = this.outlines.get(file);
    if (known !== undefined) return known;
    const outline = outlineOf(this.files.get(file) ?? '');
    this.outlines.set(file, outline);
    return outline;
  }

  /** What the word at an offset was defined as; several if it is overloaded. */
  definitionsAt(file: string, offset: number): readonly Found[] {
    const code = blankOut(this.files.get(file) ?? '');
    const head = wordBefore(code.slice(0, offset));
    const word = head + (WORD_AFTER.exec(code.slice(offset))?.[0] ?? '');
    if (word === '') return [];
    const isMember = /(?:^|[^.])\.\s*$/.test(code.slice(0, offset - head.length));
    return isMember ? this.members(file, word) : this.named(file, offset, word);
  }

  /** What a name means at an offset: the innermost scope counts, then the files that are imported. */
  named(file: string, offset: number, name: string): readonly Found[] {
    const own = this.outline(file).definitions.filter(
      ({ name: other, scope }) => other === name && scope.from <= offset && offset <= scope.to,
    );
    const innermost = own.reduce((most, { scope }) => Math.max(most, scope.from), 0);
    const nearest = own.filter(({ scope }) => scope.from === innermost);
    if (nearest.length > 0) return nearest.map((definition) => ({ file, definition }));
    return this.imported(file).flatMap((other) =>
      this.topLevel(other)
        .filter((definition) => definition.name === name)
        .map((definition) => ({ file: other, definition })),
    );
  }

  /** Everything that can be named at an offset, the nearest first. */
  visible(file: string, offset: number): readonly Found[] {
    const own = this.outline(file)
      .definitions.filter(({ scope }) => scope.from <= offset && offset <= scope.to)
      .sort((a, b) => b.scope.from - a.scope.from);
    const others = this.imported(file).flatMap((other) =>
      this.topLevel(other).map((definition) => ({ file: other, definition })),
    );
    return [...own.map((definition) => ({ file, definition })), ...others];
  }

  /** The file of the draft whose import stands at an offset. */
  importAt(file: string, offset: number): string | undefined {
    const found = this.outline(file).imports.find(({ module, at }) => at <= offset && offset <= at + module.length);
    return found && this.fileOf(found.module);
  }

  /** The modules that this file could import. */
  others(file: string): readonly string[] {
    return [...this.files.keys()].filter((name) => name !== file).map((name) => name.replace(/\.asy$/, ''));
  }

  /** The files of the draft that this one imports, and those that they import, each once. */
  imported(file: string): readonly string[] {
    const reached = new Set([file]);
    for (const one of reached) {
      for (const { module } of this.outline(one).imports) {
        const other = this.fileOf(module);
        if (other !== undefined) reached.add(other);
      }
    }
    reached.delete(file);
    return [...reached];
  }

  private fileOf(module: string): string | undefined {
    return this.files.has(`${module}.asy`) ? `${module}.asy` : undefined;
  }

  private topLevel(file: string): readonly Definition[] {
    return this.outline(file).definitions.filter(({ isLocal, container }) => !isLocal && container === undefined);
  }

  /** Of whichever structure, or of a module that is spoken of by name: types are not known here. */
  private members(file: string, name: string): readonly Found[] {
    return [file, ...this.imported(file)].flatMap((one) =>
      this.outline(one)
        .definitions.filter(
          (definition) =>
            definition.name === name && !definition.isLocal && (definition.container !== undefined || one !== file),
        )
        .map((definition) => ({ file: one, definition })),
    );
  }
}
