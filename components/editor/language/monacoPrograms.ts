import type { editor, languages } from 'monaco-editor';
import { LANGUAGE, type MonacoModule } from '@/components/editor/loadMonaco';
import { fileOfModel, modelAddress } from '@/components/editor/modelAddress';
import type { Definition, DefinitionKind } from '@/core/language/definitions';
import { Programs } from '@/core/language/programs';

/** Monaco's ways through the person's own programs: to the definition of a name, and the symbols of a file. */

/** The programs that are open, which are all of the draft. */
export function programsIn(monaco: MonacoModule): Programs {
  const open = monaco.editor.getModels().flatMap((model): [string, string][] => {
    const file = fileOfModel(model.uri);
    return file === undefined || model.getLanguageId() !== LANGUAGE ? [] : [[file, model.getValue()]];
  });
  return new Programs(new Map(open));
}

export function fileAt(model: editor.ITextModel): string {
  return fileOfModel(model.uri) ?? '';
}

export function registerPrograms(monaco: MonacoModule): void {
  monaco.languages.registerDefinitionProvider(LANGUAGE, {
    provideDefinition(model, position) {
      const programs = programsIn(monaco);
      const file = fileAt(model);
      const offset = model.getOffsetAt(position);
      const imported = programs.importAt(file, offset);
      if (imported !== undefined) return [{ uri: modelAddress(monaco, imported), range: new monaco.Range(1, 1, 1, 1) }];
      return programs.definitionsAt(file, offset).flatMap((found) => {
        const uri = modelAddress(monaco, found.file);
        const other = monaco.editor.getModel(uri);
        return other === null ? [] : [{ uri, range: nameRange(monaco, other, found.definition) }];
      });
    },
  });
  monaco.languages.registerDocumentSymbolProvider(LANGUAGE, {
    provideDocumentSymbols: (model) =>
      programsIn(monaco)
        .outline(fileAt(model))
        .definitions.filter(({ isLocal }) => !isLocal)
        .map((definition) => toSymbol(monaco, model, definition)),
  });
}

function nameRange(monaco: MonacoModule, model: editor.ITextModel, { name, at }: Definition) {
  return monaco.Range.fromPositions(model.getPositionAt(at), model.getPositionAt(at + name.length));
}

function toSymbol(monaco: MonacoModule, model: editor.ITextModel, definition: Definition): languages.DocumentSymbol {
  const { name, signature, kind, container = '', from, to } = definition;
  const { SymbolKind } = monaco.languages;
  const kinds: Record<DefinitionKind, languages.SymbolKind> = {
    function: SymbolKind.Function,
    variable: SymbolKind.Variable,
    parameter: SymbolKind.Variable,
    struct: SymbolKind.Struct,
    type: SymbolKind.TypeParameter,
  };
  return {
    name,
    detail: signature,
    kind: kinds[kind],
    tags: [],
    containerName: container,
    range: monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to)),
    selectionRange: nameRange(monaco, model, definition),
  };
}
