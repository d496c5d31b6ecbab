import type { editor, languages, Position } from 'monaco-editor';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';
import { translatorOf } from '@/components/lib/translator';
import { lessonOf, type Lesson } from './lexicon';
import { complete, explainItem } from './monacoCompletion';
import { fileAt, programsIn } from './monacoPrograms';
import { callAt, isFunction, parametersOf } from './signature';
import type { LanguageTables } from '@/core/language/tables';

/** Completion, hover and signature help of Monaco, out of the tables and the person's own programs. */

/** Looking further back for the beginning of a call would take longer than anybody waits. */
const MAX_LINES_BACK = 60;
/** The others are folded into a number. */
const MAX_SHOWN_SIGNATURES = 2;

export function registerLanguageHelp(monaco: MonacoModule, tables: LanguageTables): void {
  // What the first completion needs is there before somebody types.
  void tables.inForce('');
  monaco.languages.registerCompletionItemProvider(LANGUAGE, {
    provideCompletionItems: (model, position) => complete(monaco, tables, model, position),
    resolveCompletionItem: (item) => explainItem(monaco, item),
  });
  monaco.languages.registerHoverProvider(LANGUAGE, {
    provideHover: (model, position) => hover(monaco, tables, model, position),
  });
  monaco.languages.registerSignatureHelpProvider(LANGUAGE, {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: (model, position) => signatureHelp(monaco, tables, model, position),
  });
}

async function hover(
  monaco: MonacoModule,
  tables: LanguageTables,
  model: editor.ITextModel,
  position: Position,
): Promise<languages.Hover | undefined> {
  const word = model.getWordAtPosition(position);
  if (word === null) return undefined;
  const file = fileAt(model);
  const own = programsIn(monaco)
    .definitionsAt(file, model.getOffsetAt(position))
    .map((found) => `${found.definition.signature}${found.file === file ? '' : `  // ${found.file}`}`);
  const isImport = /^\s*(?:import|access|from|include)\b/.test(model.getLineContent(position.lineNumber));
  if (own.length === 0 && isImport) return moduleHover(word.word);
  const signatures = own.length > 0 ? own : await tables.signatures(model.getValue(), word.word);
  if (signatures.length === 0) return undefined;
  const lesson = own.length > 0 ? undefined : await lessonOf(word.word, 'names');
  const shown = signatures.slice(0, MAX_SHOWN_SIGNATURES).join('\n');
  const rest = signatures.length - MAX_SHOWN_SIGNATURES;
  return {
    contents: [
      ...lessonParts(lesson),
      {
        value: `\`\`\`${LANGUAGE}\n${shown}\n\`\`\`${rest > 0 ? `\n${translatorOf('editor')('andMore', { count: rest })}` : ''}`,
      },
    ],
  };
}

async function moduleHover(name: string): Promise<languages.Hover | undefined> {
  const lesson = await lessonOf(name, 'modules');
  return lesson && { contents: lessonParts(lesson) };
}

/** What it is for, and a line to try. */
function lessonParts(lesson: Lesson | undefined): { value: string }[] {
  if (lesson === undefined) return [];
  const example = lesson.example === undefined ? [] : [{ value: `\`\`\`${LANGUAGE}\n${lesson.example}\n\`\`\`` }];
  return [{ value: lesson.sentence }, ...example];
}

async function signatureHelp(
  monaco: MonacoModule,
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
  const own = programsIn(monaco)
    .named(fileAt(model), model.getOffsetAt(position), call.name)
    .map(({ definition }) => definition.signature);
  const known = await tables.signatures(model.getValue(), call.name);
  const signatures = [...own, ...known].filter(isFunction);
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
