import { LANGUAGE_LIMITS } from '@/core/limits';
import type { Definition, DefinitionKind, Span } from './definitions';
import { MODIFIERS, RESERVED } from './reserved';
import { closingIndices, nextSemicolons, type Token } from './tokens';

/**
 * Goes through the statements of a program. A statement that begins with a type and a name defines something; a block
 * is gone through with a scope of its own; everything else is passed over up to its semicolon, with an eye on functions
 * without a name, whose parameters are definitions, too. Each token is looked at a few times at most: where brackets
 * close and where the next semicolon stands is found once, before.
 */

interface Place {
  readonly scope: Span;
  readonly container?: string;
  readonly isLocal: boolean;
  /** How many blocks are around it. */
  readonly depth: number;
}

export class DefinitionScanner {
  private readonly found: Definition[] = [];
  private readonly closings: Uint32Array;
  private readonly semicolons: Uint32Array;

  constructor(
    private readonly code: string,
    private readonly tokens: readonly Token[],
  ) {
    this.closings = closingIndices(tokens);
    this.semicolons = nextSemicolons(tokens);
  }

  /** In the order of the program. */
  scan(): Definition[] {
    this.statements(0, this.tokens.length, { scope: { from: 0, to: this.code.length }, isLocal: false, depth: 0 });
    return this.found.sort((a, b) => a.at - b.at);
  }

  private statements(from: number, to: number, place: Place): void {
    let index = from;
    while (index < to) index = Math.max(index + 1, this.statement(index, to, place));
  }

  /** Where the next one begins. */
  private statement(index: number, to: number, place: Place): number {
    switch (this.text(index)) {
      case '{':
        return this.block(index, { ...place, isLocal: true });
      case 'struct':
        return this.struct(index, place) ?? this.skip(index, to, place);
      case 'typedef':
        return this.declaration(index + 1, to, place, 'type') ?? this.skip(index, to, place);
      case 'for':
        return this.loop(index, place);
      case 'if':
      case 'while':
        return this.closing(index + 1) + 1;
      case 'else':
      case 'do':
        return index + 1;
      default:
        return this.declaration(index, to, place, 'variable') ?? this.skip(index, to, place);
    }
  }

  /** Where it ends. Its names can be used from here to there. */
  private block(index: number, place: Place): number {
    const close = this.closing(index);
    const scope = { from: this.at(index), to: this.at(close) };
    if (place.depth < LANGUAGE_LIMITS.maxNesting)
      this.statements(index + 1, close, { ...place, scope, depth: place.depth + 1 });
    return close + 1;
  }

  private struct(index: number, place: Place): number | undefined {
    const name = this.tokens[index + 1];
    if (!name?.isWord || this.text(index + 2) !== '{') return undefined;
    const end = this.block(index + 2, { ...place, container: name.text });
    this.add('struct', name.text, name.at, `struct ${name.text}`, { from: this.at(index), to: this.end(end) }, place);
    return end;
  }

  /** The variable of a loop can be used up to the end of its body. */
  private loop(index: number, place: Place): number {
    const close = this.closing(index + 1);
    const hasBlock = this.text(close + 1) === '{';
    const end = hasBlock ? this.closing(close + 1) : this.semicolon(close + 1);
    const scope = { from: this.at(index), to: this.end(end + 1) };
    this.declaration(index + 2, close, { ...place, scope, isLocal: true }, 'variable');
    return close + 1;
  }

  /** Where the next statement begins, or nothing if this is not a declaration. */
  private declaration(index: number, to: number, place: Place, kind: DefinitionKind): number | undefined {
    let typeAt = index;
    while (MODIFIERS.has(this.text(typeAt))) typeAt += 1;
    const afterType = this.type(typeAt);
    if (afterType === undefined) return undefined;
    const type = this.signature(this.at(typeAt), this.end(afterType));
    let nameAt = afterType;
    for (;;) {
      // Once a name was found, what is behind it has been gone through: doing so again would double with each nesting.
      const otherwise = () => (nameAt === afterType ? undefined : this.skip(nameAt, to, place));
      const name = this.name(nameAt);
      if (name === undefined) return otherwise();
      const next = this.text(name.next);
      if (next === '(') {
        const close = this.closing(name.next);
        const signature = `${type} ${this.signature(this.at(nameAt), this.end(close + 1))}`;
        if (this.text(close + 1) === '{') return this.function(index, nameAt, name, close, signature, place);
        if (kind !== 'type' && !/^[=,;]/.test(this.text(close + 1))) return otherwise();
        this.add(kind, name.text, this.at(nameAt), signature, this.span(index, close + 1), place);
        nameAt = this.skip(close + 1, to, place, true);
      } else if (next === '' || /^(?:=(?!=)|[,;[]|:$)/.test(next) || name.next >= to) {
        this.add(kind, name.text, this.at(nameAt), `${type} ${name.text}`, this.span(index, name.next), place);
        nameAt = this.skip(name.next, to, place, true);
      } else return otherwise();
      if (this.text(nameAt - 1) !== ',') return nameAt;
    }
  }

  private function(
    index: number,
    nameAt: number,
    name: { text: string; next: number },
    close: number,
    signature: string,
    place: Place,
  ): number {
    const end = this.body(name.next, close, place);
    this.add('function', name.text, this.at(nameAt), signature, this.span(index, end), place);
    return end;
  }

  /** Parameters between the parentheses and the block after them; where it ends. */
  private body(open: number, close: number, { depth }: Place): number {
    const end = this.closing(close + 1);
    const scope = { from: this.at(open), to: this.at(end) };
    this.parameters(open + 1, close, { scope, isLocal: true, depth: depth + 1 });
    this.block(close + 1, { scope, isLocal: true, depth });
    return end + 1;
  }

  private parameters(from: number, to: number, place: Place): void {
    let index = from;
    while (index < to) {
      let typeAt = index;
      while (MODIFIERS.has(this.text(typeAt)) || this.text(typeAt) === '...') typeAt += 1;
      const afterType = this.type(typeAt);
      const name = afterType === undefined ? undefined : this.name(afterType);
      if (afterType !== undefined && name !== undefined && afterType < to) {
        const signature = this.signature(this.at(typeAt), this.end(name.next));
        this.add('parameter', name.text, this.at(afterType), signature, this.span(typeAt, name.next), place);
      }
      index = Math.max(index + 1, this.skip(index, to, place, true));
    }
  }

  /** `real`, `real[]`, `graph.ticks`: where it ends. */
  private type(index: number): number | undefined {
    const first = this.tokens[index];
    if (!first?.isWord || RESERVED.has(first.text) || first.text === 'operator') return undefined;
    let next = index + 1;
    while (this.text(next) === '.' && this.tokens[next + 1]?.isWord) next += 2;
    while (this.text(next) === '[' && this.text(next + 1) === ']') next += 2;
    return next;
  }

  private name(index: number): { text: string; next: number } | undefined {
    const token = this.tokens[index];
    if (!token?.isWord || RESERVED.has(token.text)) return undefined;
    if (token.text !== 'operator') return { text: token.text, next: index + 1 };
    return { text: `operator ${this.text(index + 1)}`, next: index + 2 };
  }

  /** After the semicolon, or the comma if one is enough. */
  private skip(index: number, to: number, place: Place, orComma = false): number {
    let at = index;
    while (at < to) {
      const text = this.text(at);
      if (text === ';' || (orComma && text === ',')) return at + 1;
      if (text === '}') return at;
      if (text === 'new') at = this.nameless(at, place) ?? at + 1;
      else if (text === '(' || text === '[' || text === '{') {
        const close = Math.min(to, this.closing(at));
        this.inside(at + 1, close, place);
        at = close + 1;
      } else at += 1;
    }
    return to;
  }

  /** Only functions without a name can be found inside of an expression. */
  private inside(from: number, to: number, place: Place): void {
    let at = from;
    while (at < to) at = this.text(at) === 'new' ? (this.nameless(at, place) ?? at + 1) : at + 1;
  }

  /** `new real(real x) { ... }`: where it ends. */
  private nameless(index: number, place: Place): number | undefined {
    if (place.depth >= LANGUAGE_LIMITS.maxNesting) return undefined;
    const open = this.type(index + 1);
    if (open === undefined || this.text(open) !== '(') return undefined;
    const close = this.closing(open);
    return this.text(close + 1) === '{' ? this.body(open, close, place) : undefined;
  }

  private add(kind: DefinitionKind, name: string, at: number, signature: string, span: Span, place: Place): void {
    const { scope, container, isLocal } = place;
    this.found.push({ name, kind, signature, at, ...span, scope, container, isLocal });
  }

  private closing(index: number): number {
    return this.closings[index] ?? this.tokens.length;
  }

  private semicolon(from: number): number {
    return this.semicolons[from] ?? this.tokens.length;
  }

  private text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  /** Where the token begins. */
  private at(index: number): number {
    return this.tokens[index]?.at ?? this.code.length;
  }

  /** Where the token before this one ends. */
  private end(index: number): number {
    const last = this.tokens[Math.min(index, this.tokens.length) - 1];
    return last === undefined ? 0 : last.at + last.text.length;
  }

  private span(from: number, to: number): Span {
    return { from: this.at(from), to: this.end(to) };
  }

  private signature(from: number, to: number): string {
    return this.code.slice(from, Math.min(to, from + LANGUAGE_LIMITS.maxSignatureCharacters)).replace(/\s+/g, ' ');
  }
}
