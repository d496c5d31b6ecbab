// What the editor imports of Monaco and never uses is left out of the bundle.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENTRIES } from './entries.mjs';

/**
 * Classes that nothing makes: who imports them gets empty ones. Drawing by the graphics card and the map beside the code
 * are off, the page has one list of commands, its own, and comparing comes with a bundle of its own.
 */
const LEFT_OUT = [
  { from: 'browser/view.js', what: 'gpu/viewGpuContext.js' },
  { from: 'browser/view.js', what: 'viewLinesGpu/viewLinesGpu.js' },
  { from: 'browser/view.js', what: 'rulersGpu/rulersGpu.js' },
  { from: 'standalone/browser/standaloneCodeEditor.js', what: 'diffEditor/diffEditorWidget.js' },
  { from: 'standalone/browser/standaloneEditor.js', what: 'multiDiffEditor/multiDiffEditorWidget.js' },
  { from: 'standalone/browser/standaloneServices.js', what: 'quickInput/standaloneQuickInputService.js' },
  { from: 'hover/browser/contentHoverRendered.js', what: 'hoverColorPicker/hoverColorPickerParticipant.js' },
  { from: 'hover/browser/contentHoverRendered.js', what: 'inlayHints/browser/inlayHintsHover.js' },
  { from: 'hover/browser/contentHoverController.js', what: 'hintsWidget/inlineCompletionsHintsWidget.js' },
  { from: 'clipboard/browser/clipboard.js', what: 'dropOrPasteInto/browser/copyPasteController.js' },
  { from: 'tokens/tokenizationTextModelPart.js', what: 'treeSitter/treeSitterSyntaxTokenBackend.js' },
  { from: 'services/editorWorkerService.js', what: 'services/editorWebWorker.js' },
  { from: 'actionbar/actionViewItems.js', what: 'selectBox/selectBox.js' },
  { from: 'actions/browser/menuEntryActionViewItem.js', what: 'selectBox/selectBox.js' },
  { from: 'tree/abstractTree.js', what: 'selectBox/selectBoxCustom.js' },
  { from: 'list/browser/listService.js', what: 'table/tableWidget.js' },
  { from: 'list/browser/listService.js', what: 'tree/abstractTree.js' },
  { from: 'list/browser/listService.js', what: 'tree/asyncDataTree.js' },
  { from: 'list/browser/listService.js', what: 'tree/dataTree.js' },
  { from: 'list/browser/listService.js', what: 'tree/objectTree.js' },
  { from: 'observableInternal/index.js', what: 'debugger/devToolsLogger.js' },
];

/** What peeks at a definition comes when somebody does, with lists of its own: those of the editor have no trees. */
const WITH_TREES = { from: 'peek/referencesWidget.js', what: 'list/browser/listService.js' };

/** What settings and colours mean, which only the settings of a whole VS Code show. */
const UNREAD_TEXTS =
  /\/(?:editorConfigurationSchema|config\/diffEditor|theme\/common\/colors\/\w+|editorColorRegistry)\.js$/;
const TEXT = String.raw`(?:nls\.)?localize\((\d+), (?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:, [^()]*)?\)`;
const ANY_TEXT = new RegExp(TEXT, 'g');
const OPTIONS = /\/config\/editorOptions\.js$/;
const DESCRIPTION = new RegExp(String.raw`(?<=[dD]escription: | {12})${TEXT}`, 'g');

const NUMBER = /\blocalize2?\((\d+),/g;

/** @type {readonly { file: string, before: string | RegExp, after: string }[]} */
const CHANGED = [
  // Hidden characters are looked for where they are shown: a worker for that would be loaded at every first visit.
  {
    file: 'services/editorWorkerService.js',
    before: 'return canSyncModel(this._modelService, uri);',
    after: 'return false;',
  },
  // Letters that look like others, which are not marked.
  {
    file: 'base/common/strings.js',
    before: /(?<=ambiguousCharacterData[^']*')[^']*(?=')/,
    after: '{"_common":[],"_default":[]}',
  },
  {
    file: 'peek/referencesController.js',
    before: "import { LayoutData, ReferenceWidget } from './referencesWidget.js';",
    after: 'let LayoutData, ReferenceWidget;',
  },
  {
    file: 'peek/referencesController.js',
    before: 'toggleWidget(range, modelPromise, peekMode) {',
    after: `async toggleWidget(range, modelPromise, peekMode) {
      ({ LayoutData, ReferenceWidget } = await import('./referencesWidget.js'));`,
  },
  // The list of quick fixes comes when somebody asks for them.
  {
    file: 'actionWidget/browser/actionWidget.js',
    before: "import { ActionList, acceptSelectedActionCommand, previewSelectedActionCommand } from './actionList.js';",
    after: `let ActionList;
      const acceptSelectedActionCommand = 'acceptSelectedCodeAction';
      const previewSelectedActionCommand = 'previewSelectedCodeAction';`,
  },
  {
    file: 'actionWidget/browser/actionWidget.js',
    before: /(?<= {4})(show\(user, [^)]*\) \{)/,
    after: `async $1
      ({ ActionList } = await import('./actionList.js'));`,
  },
  // The map beside the code: a part of the view that is never seen.
  {
    file: 'browser/view.js',
    before: "import { Minimap } from './viewParts/minimap/minimap.js';",
    after: `import { ViewPart } from './view/viewPart.js';
      class Minimap extends ViewPart {
        getDomNode() { return { domNode: document.createComment('no map') }; }
        prepareRender() {}
        render() {}
      }`,
  },
];

/** @param {Set<number>} textNumbers is told which of Monaco's texts are in use */
export function lean(textNumbers) {
  const unused = new Set([...LEFT_OUT, ...CHANGED, WITH_TREES]);
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'lean',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^entry:/ }, ({ path: name }) => ({ path: name, namespace: 'entry' }));
      onLoad({ filter: /^entry:/ }, ({ path: name }) => ({
        contents: ENTRIES[name.slice('entry:'.length)] ?? '',
        resolveDir: process.cwd(),
      }));
      onResolve({ filter: /\.js$/ }, ({ path: name, importer, namespace, resolveDir }) => {
        if (namespace === 'with-trees') return undefined;
        const found = [...LEFT_OUT, WITH_TREES].find(
          ({ from, what }) => importer.endsWith(`/${from}`) && name.endsWith(`/${what}`),
        );
        if (found === undefined) return undefined;
        unused.delete(found);
        return { path: path.join(resolveDir, name), namespace: found === WITH_TREES ? 'with-trees' : 'left-out' };
      });
      onLoad({ filter: /^/, namespace: 'with-trees' }, ({ path: file }) => ({
        contents: readFileSync(file, 'utf8'),
        resolveDir: path.dirname(file),
      }));
      onLoad({ filter: /^/, namespace: 'left-out' }, ({ path: file }) => ({ contents: emptyClasses(file) }));
      onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path: file }) => {
        let contents = readFileSync(file, 'utf8');
        if (UNREAD_TEXTS.test(file)) contents = contents.replace(ANY_TEXT, "''");
        if (OPTIONS.test(file)) contents = contents.replace(DESCRIPTION, "''");
        for (const change of CHANGED.filter((one) => file.endsWith(`/${one.file}`))) {
          const changed = contents.replace(change.before, change.after);
          if (changed !== contents) unused.delete(change);
          contents = changed;
        }
        for (const [, number] of contents.matchAll(NUMBER)) textNumbers.add(Number(number));
        return { contents };
      });
    },
  };
  const nameOf = (/** @type {{ what: string } | { file: string }} */ one) => ('what' in one ? one.what : one.file);
  return { plugin, unused: () => [...unused].map(nameOf) };
}

/** @param {string} file */
function emptyClasses(file) {
  const source = readFileSync(file, 'utf8');
  const from = source.lastIndexOf('export {') + 'export {'.length;
  const names = source.slice(from, source.indexOf('}', from)).split(',');
  // Some are asked for the one of an editor.
  return names.map((name) => `export class ${name.trim()} { static get() { return null; } }`).join('\n');
}
