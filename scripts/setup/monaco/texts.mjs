// Monaco's own texts in other languages. Monaco looks each up by its number; of thousands it has, the editor shows few.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

const SOURCE = 'node_modules/monaco-editor/esm/vs/nls/lang';
const LANGUAGES = ['fr', 'ru', 'zh-cn'];

/**
 * @param {string} folder
 * @param {ReadonlySet<number>} numbers
 */
export function writeTexts(folder, numbers) {
  for (const language of LANGUAGES) {
    /** @type {{ _VSCODE_NLS_MESSAGES?: (string | null)[] }} */
    const known = {};
    runInNewContext(readFileSync(path.join(SOURCE, `${language}.js`), 'utf8'), { globalThis: known });
    const texts = known._VSCODE_NLS_MESSAGES ?? [];
    // An empty place is a text of which Monaco has only the English one.
    const used = texts.map((text, number) => (text !== null && numbers.has(number) ? JSON.stringify(text) : ''));
    writeFileSync(path.join(folder, `${language}.js`), `globalThis._VSCODE_NLS_MESSAGES=[${used.join()}];\n`);
  }
}
