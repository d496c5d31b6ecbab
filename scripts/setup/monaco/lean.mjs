// What the editor imports of Monaco and never uses is left out of the bundle.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENTRIES } from './entries.mjs';

/** Classes that nothing makes: who imports them gets empty ones. Drawing by the graphics card is off, and comparing comes
 * with a bundle of its own. */
const LEFT_OUT = [
  { from: 'browser/view.js', what: 'gpu/viewGpuContext.js' },
  { from: 'browser/view.js', what: 'viewLinesGpu/viewLinesGpu.js' },
  { from: 'browser/view.js', what: 'rulersGpu/rulersGpu.js' },
  { from: 'standalone/browser/standaloneCodeEditor.js', what: 'diffEditor/diffEditorWidget.js' },
  { from: 'standalone/browser/standaloneEditor.js', what: 'multiDiffEditor/multiDiffEditorWidget.js' },
];

/** What settings and colours mean, which only the settings of a whole VS Code show. */
const UNREAD_TEXTS = /\/(?:editorConfigurationSchema|config\/diffEditor|theme\/common\/colors\/\w+|editorColorRegistry)\.js$/;
const TEXT = String.raw`(?:nls\.)?localize\((\d+), (?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:, [^()]*)?\)`;
const ANY_TEXT = new RegExp(TEXT, 'g');
const OPTIONS = /\/config\/editorOptions\.js$/;
const DESCRIPTION = new RegExp(String.raw`(?<=(?:[dD]escription: |^\s+))${TEXT}`, 'gm');

const NUMBER = /\blocalize2?\((\d+),/g;

/** Hidden characters are looked for where they are shown: a worker for that would be loaded at every first visit. */
const IN_VIEW = {
  file: 'services/editorWorkerService.js',
  before: 'return canSyncModel(this._modelService, uri);',
  after: 'return false;',
};

/** @param {Set<number>} textNumbers is told which of Monaco's texts are in use */
export function lean(textNumbers) {
  const unused = new Set([...LEFT_OUT.map(({ what }) => what), IN_VIEW.before]);
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'lean',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^entry:/ }, ({ path: name }) => ({ path: name, namespace: 'entry' }));
      onLoad({ filter: /^entry:/ }, ({ path: name }) => ({
        contents: ENTRIES[name.slice('entry:'.length)] ?? '',
        resolveDir: process.cwd(),
      }));
      onResolve({ filter: /\.js$/ }, ({ path: name, importer, resolveDir }) => {
        const found = LEFT_OUT.find(({ from, what }) => importer.endsWith(`/${from}`) && name.endsWith(`/${what}`));
        if (found === undefined) return undefined;
        unused.delete(found.what);
        return { path: path.join(resolveDir, name), namespace: 'left-out' };
      });
      onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path: file }) => ({ contents: emptyClasses(file) }));
      onLoad({ filter: /\/monaco-editor\/esm\/.*\.js$/, namespace: 'file' }, ({ path: file }) => {
        let contents = readFileSync(file, 'utf8');
        if (UNREAD_TEXTS.test(file)) contents = contents.replace(ANY_TEXT, "''");
        if (OPTIONS.test(file)) contents = contents.replace(DESCRIPTION, "''");
        if (file.endsWith(IN_VIEW.file) && contents.includes(IN_VIEW.before)) {
          contents = contents.replace(IN_VIEW.before, IN_VIEW.after);
          unused.delete(IN_VIEW.before);
        }
        for (const [, number] of contents.matchAll(NUMBER)) textNumbers.add(Number(number));
        return { contents };
      });
    },
  };
  return { plugin, unused: () => [...unused] };
}

/** @param {string} file */
function emptyClasses(file) {
  const names = [...readFileSync(file, 'utf8').matchAll(/^export \{ ([^}]+) \};$/gm)].flatMap(
    ([, list]) => list?.split(', ') ?? [],
  );
  return names.map((name) => `export class ${name} {}`).join('\n');
}
