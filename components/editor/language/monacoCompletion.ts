import type { editor, languages, Position } from 'monaco-editor';
import { translatorOf } from '@/components/lib/translator';
import { CONSTANTS, KEYWORDS, TYPES } from '@/core/language/asyKeywords';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';
import { lessonOf, sentencesOf } from './lexicon';
import type { DefinitionKind } from '@/core/language/definitions';
import type { Programs } from '@/core/language/programs';
import { fileAt, programsIn } from './monacoPrograms';
import { isFunction } from './signature';
import { SNIPPETS } from './snippets';
import type { LanguageTables, Table } from '@/core/language/tables';

/** What Monaco offers while a word is written: the person's own names first, then those of asy and its modules. */

export async function complete(
  monaco: MonacoModule,
  tables: LanguageTables,
  model: editor.ITextModel,
  position: Position,
): Promise<languages.CompletionList | undefined> {
  const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
  if (isInTextOrComment(before)) return undefined;
  const { startColumn, endColumn } = model.getWordUntilPosition(position);
  const range = { startLineNumber: position.lineNumber, endLineNumber: position.lineNumber, startColumn, endColumn };
  const { CompletionItemKind } = monaco.languages;
  const programs = programsIn(monaco);
  const file = fileAt(model);
  if (/^\s*(?:import|access|from|include)\s+\w*$/.test(before)) {
    const modules = [...programs.others(file), ...(await tables.modules())];
    const sentences = await sentencesOf('modules');
    return {
      suggestions: modules.map((name) => ({
        ...{ label: withSentence(name, sentences), kind: CompletionItemKind.Module },
        ...{ insertText: name, range },
      })),
    };
  }
  const own = ownItems(monaco, programs, file, model.getOffsetAt(position));
  const known = tableItems(monaco, await tables.inForce(model.getValue()));
  const words = [...KEYWORDS, ...TYPES, ...CONSTANTS].map((label) => ({ label, kind: CompletionItemKind.Keyword }));
  const sentences = await sentencesOf('names');
  const named = new Set(own.map(({ label }) => label));
  const seen = new Set(named);
  const others = [...known, ...words].filter(({ label }) => !seen.has(label) && seen.add(label));
  return {
    suggestions: [
      ...own.filter(({ label }) => named.delete(label)).map((item) => ({ ...item, insertText: item.label, range })),
      ...others.map((item) => ({
        ...{ ...item, label: withSentence(item.label, sentences), insertText: item.label, range },
        // What nobody wrote about is rarely meant.
        sortText: sentences.has(item.label) || item.kind === CompletionItemKind.Keyword ? item.label : `~${item.label}`,
      })),
      ...snippets(monaco, range),
    ],
  };
}

/** What it is for stands beside the name, in each row. */
function withSentence(label: string, sentences: ReadonlyMap<string, string>): languages.CompletionItem['label'] {
  const description = sentences.get(label);
  return description === undefined ? label : { label, description };
}

/** What the one that is looked at is for; asked for it alone. */
export async function explainItem(
  monaco: MonacoModule,
  item: languages.CompletionItem,
): Promise<languages.CompletionItem> {
  const { Module, Snippet } = monaco.languages.CompletionItemKind;
  if (item.kind === Snippet) return item;
  const name = typeof item.label === 'string' ? item.label : item.label.label;
  const lesson = await lessonOf(name, item.kind === Module ? 'modules' : 'names');
  if (lesson === undefined) return item;
  const example = lesson.example === undefined ? '' : `\n\`\`\`${LANGUAGE}\n${lesson.example}\n\`\`\``;
  return { ...item, documentation: { value: `${lesson.sentence}${example}` } };
}

type Item = Pick<languages.CompletionItem, 'kind' | 'detail' | 'sortText'> & { readonly label: string };

function ownItems(monaco: MonacoModule, programs: Programs, file: string, offset: number): Item[] {
  const { CompletionItemKind } = monaco.languages;
  const kinds: Record<DefinitionKind, languages.CompletionItemKind> = {
    function: CompletionItemKind.Function,
    variable: CompletionItemKind.Variable,
    parameter: CompletionItemKind.Variable,
    struct: CompletionItemKind.Struct,
    type: CompletionItemKind.Interface,
  };
  return programs
    .visible(file, offset)
    .filter(({ definition }) => !definition.name.startsWith('operator '))
    .map(({ file: where, definition: { name, kind, signature } }) => ({
      label: name,
      kind: kinds[kind],
      detail: where === file ? signature : `${signature}, ${where}`,
      // Before everything that asy brings.
      sortText: ` ${name}`,
    }));
}

/** The last ones that were made: they are the same for every key until another module is imported. */
let made: { readonly inForce: readonly Table[]; readonly items: readonly Item[] } = { inForce: [], items: [] };

function tableItems(monaco: MonacoModule, inForce: readonly Table[]): readonly Item[] {
  const isMade = inForce.length === made.inForce.length && inForce.every((table, at) => table === made.inForce[at]);
  if (!isMade) made = { inForce, items: makeItems(monaco, namesOf(inForce)) };
  return made.items;
}

function makeItems(monaco: MonacoModule, names: ReadonlyMap<string, readonly string[]>): Item[] {
  const { CompletionItemKind } = monaco.languages;
  const t = translatorOf('editor');
  return [...names].map(([label, signatures]) => {
    const [signature = ''] = signatures;
    const count = signatures.length - 1;
    return {
      label,
      kind: isFunction(signature) ? CompletionItemKind.Function : CompletionItemKind.Variable,
      detail: count > 0 ? t('overloads', { signature, count }) : signature,
    };
  });
}

function snippets(monaco: MonacoModule, range: languages.CompletionItem['range']): languages.CompletionItem[] {
  const t = translatorOf('editor');
  return SNIPPETS.map(({ name, code }) => ({
    label: { label: name, description: t(`snippets.${name}`) },
    kind: monaco.languages.CompletionItemKind.Snippet,
    insertText: code,
    insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
    // After the word of the same name, which is what fast typing means.
    sortText: `${name}~`,
    range,
  }));
}

function namesOf(inForce: readonly Table[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const table of inForce) {
    for (const [name, signatures] of table) names.set(name, [...(names.get(name) ?? []), ...signatures]);
  }
  return names;
}

/** Of one line: enough to keep quiet inside of a label or a comment. */
function isInTextOrComment(before: string): boolean {
  if (/^[^"]*\/\//.test(before)) return true;
  return (before.replace(/\\"/g, '').match(/"/g)?.length ?? 0) % 2 === 1;
}
