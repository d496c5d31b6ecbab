import { searchText } from '@/components/lib/search';
import { textOf, type Draft } from './draft';
import type { Place } from '@/core/diagnostics/problems';
import { outlineOf, type DefinitionKind } from '@/core/language/definitions';
import { LinePositions } from '@/core/language/linePositions';

/** What the outline lists: everything the draft's programs define for others to use, the file in the editor first. */
export interface OutlineEntry {
  readonly name: string;
  readonly kind: DefinitionKind | 'line';
  readonly signature: string;
  readonly container?: string;
  readonly place: Place;
}

export function outlineEntries(draft: Draft): OutlineEntry[] {
  const programs = draft.files.map(({ name }) => name).filter((name) => name.endsWith('.asy'));
  const inOrder = [draft.active, ...programs.filter((name) => name !== draft.active)];
  return inOrder.filter((name) => programs.includes(name)).flatMap((file) => entriesOf(file, textOf(draft, file)));
}

function entriesOf(file: string, code: string): OutlineEntry[] {
  const places = new LinePositions(code);
  return outlineOf(code)
    .definitions.filter(({ isLocal }) => !isLocal)
    .map(({ name, kind, signature, container, at }) => {
      const { line, column } = places.of(at);
      const place = { file, line, column, endColumn: column + name.length };
      return { name, kind, signature, container, place };
    });
}

/** The line of the file in the editor that a number means; the last one, if it has fewer. */
export function lineEntry(draft: Draft, query: string): OutlineEntry | undefined {
  const wanted = /^\s*:?(\d{1,9})\s*$/.exec(query)?.[1];
  if (wanted === undefined) return undefined;
  const lines = textOf(draft, draft.active).split('\n');
  const line = Math.min(Math.max(1, Number(wanted)), lines.length);
  const place = { file: draft.active, line, column: 1, endColumn: 1 };
  return { name: String(line), kind: 'line', signature: lines[line - 1]?.trim() ?? '', place };
}

/** Those whose name or structure holds every word of the query, in the order of the programs. */
export function matchEntries(entries: readonly OutlineEntry[], query: string): OutlineEntry[] {
  return searchText(entries, query, ({ name, container = '' }) => `${name} ${container}`);
}
