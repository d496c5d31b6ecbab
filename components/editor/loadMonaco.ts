import { loader } from '@monaco-editor/react';
import type * as Monaco from 'monaco-editor';
import { asyGrammar } from './asyGrammar';
import { asyLanguageConfiguration } from './asyLanguageConfiguration';

export type MonacoModule = typeof Monaco;

export const LANGUAGE = 'asymptote';

let loading: Promise<MonacoModule> | undefined;

/** Monaco with our language, once for the page. Always from this server: the loader's own default is another host. */
export function loadMonaco(version: string): Promise<MonacoModule> {
  loading ??= load(version).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(version: string): Promise<MonacoModule> {
  loader.config({ paths: { vs: `/monaco/${version}/vs` } });
  const monaco: MonacoModule = await loader.init();
  // Letters are measured once: with the font that comes late they would be misplaced.
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  monaco.languages.register({ id: LANGUAGE, extensions: ['.asy'], aliases: ['Asymptote'] });
  monaco.languages.setMonarchTokensProvider(LANGUAGE, asyGrammar);
  monaco.languages.setLanguageConfiguration(LANGUAGE, asyLanguageConfiguration);
  return monaco;
}
