import type { editor, languages, Position } from 'monaco-editor';
import { CONSTANTS, KEYWORDS, TYPES } from '@/components/editor/asyWords';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';
import { callAt, isFunction, parametersOf } from './signature';
import { LanguageTables, type Table } from './tables';

/** Completion, hover and signature help of Monaco out of the tables. */

/** Looking further back for the beginning of a call would take longer than anybody waits. */
const MAX_LINES_BACK = 60;
const MAX_SHOWN_SIGNATURES = 8;

export function registerLanguageHelp(monaco: MonacoModule, folder: string): void {
  const tables = new LanguageTables(folder, async (address) => (await fetch(address)).json() as Promise<unknown>);
  monaco.languages.registerCompletionItemProvider(LANGUAGE, {
    provideCompletionItems: (model, position) => complete(monaco, tables, model, position),
  });
  monaco.languages.registerHoverProvider(LANGUAGE, {
    provideHover: (model, position) => hover(tables, model, position),
  });
  monaco.languages.registerSignatureHelpProvider(LANGUAGE, {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: (model, position) => signatureHelp(tables, model, position),
  });
}

async function complete(
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
  const item = (label: string, kind: languages.CompletionItemKind, detail?: string): languages.CompletionItem => ({
    label,
    kind,
    detail,
    insertText: label,
    range,
  });
  if (/^\s*(?:import|access|from|include)\s+\w*$/.test(before)) {
    return { suggestions: (await tables.modules()).map((name) => item(name, CompletionItemKind.Module)) };
  }
  const code = model.getValue();
  const own = new Set([...code.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([word]) => word));
  own.delete(model.getWordUntilPosition(position).word);
  const fromTables = namesOf(await tables.inForce(code));
  const words = [...KEYWORDS, ...TYPES, ...CONSTANTS].filter((word) => !fromTables.has(word));
  return {
    suggestions: [
      ...words.map((word) => item(word, CompletionItemKind.Keyword)),
      ...[...fromTables].map(([name, signatures]) => {
        const [first = ''] = signatures;
        const more = signatures.length > 1 ? `, ${signatures.length - 1} more` : '';
        return item(
          name,
          isFunction(first) ? CompletionItemKind.Function : CompletionItemKind.Variable,
          `${first}${more}`,
        );
      }),
      ...[...own]
        .filter((word) => !fromTables.has(word) && !words.includes(word))
        .map((word) => item(word, CompletionItemKind.Text)),
    ],
  };
}

function namesOf(inForce: readonly Table[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const table of inForce) {
    for (const [name, signatures] of table) names.set(name, [...(names.get(name) ?? []), ...signatures]);
  }
  return names;
}

async function hover(
  tables: LanguageTables,
  model: editor.ITextModel,
  position: Position,
): Promise<languages.Hover | undefined> {
  const word = model.getWordAtPosition(position);
  if (word === null) return undefined;
  const signatures = await tables.signatures(model.getValue(), word.word);
  if (signatures.length === 0) return undefined;
  const shown = signatures.slice(0, MAX_SHOWN_SIGNATURES).join('\n');
  const rest = signatures.length - MAX_SHOWN_SIGNATURES;
  return { contents: [{ value: `\`\`\`${LANGUAGE}\n${shown}\n\`\`\`${rest > 0 ? `\nand ${rest} more` : ''}` }] };
}

async function signatureHelp(
  tables: LanguageTables,
  model: editor.ITextModel,
  position: Position,
): Promise<languages.SignatureHelpResult | undefined> {
  const before = model.getValueInRange({
    startLineNumber: Math.max(1, position.lineNumber - MAX_LINES_BACK),
    startColumn: 1,
    endLineNumber: position.lineNumber,
    endColumn: position.column,
  });
  const call = callAt(before);
  if (call === undefined) return undefined;
  const signatures = (await tables.signatures(model.getValue(), call.name)).filter(isFunction);
  if (signatures.length === 0) return undefined;
  // The first that has room for so many arguments.
  const active = signatures.findIndex((signature) => parametersOf(signature).length > call.argument);
  return {
    value: {
      signatures: signatures.map((label) => ({
        label,
        parameters: parametersOf(label).map((parameter) => ({ label: parameter })),
      })),
      activeSignature: Math.max(0, active),
      activeParameter: call.argument,
    },
    dispose() {},
  };
}

/** Of one line: enough to keep quiet inside of a label or a comment. */
function isInTextOrComment(before: string): boolean {
  if (/^[^"]*\/\//.test(before)) return true;
  return (before.replace(/\\"/g, '').match(/"/g)?.length ?? 0) % 2 === 1;
}
