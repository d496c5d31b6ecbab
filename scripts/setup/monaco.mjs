// Copies the part of Monaco that the editor loads into public/, so that no page ever asks another host for it.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const SOURCE = 'node_modules/monaco-editor/min/vs';
/** Services for languages, and translations, that are never used here: two thirds of the whole. */
const LEFT_OUT = [
  /\/vs\/language(\/|$)/,
  /\/vs\/nls\/lang\/(?!(?:fr|ru|zh-cn)\.js$)/,
  /\/vs\/assets\/(ts|css|html|json)\.worker-/,
];

export function monacoVersion() {
  return JSON.parse(readFileSync('node_modules/monaco-editor/package.json', 'utf8')).version;
}

export function copyMonaco() {
  const target = path.join('public', 'monaco', monacoVersion(), 'vs');
  if (existsSync(path.join(target, 'nls', 'lang', 'ru.js'))) return false;
  rmSync(path.join('public', 'monaco'), { recursive: true, force: true });
  cpSync(SOURCE, target, { recursive: true, filter: (from) => !LEFT_OUT.some((part) => part.test(from)) });
  return true;
}
