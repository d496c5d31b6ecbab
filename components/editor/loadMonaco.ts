import { loader } from '@monaco-editor/react';
import type * as Monaco from 'monaco-editor';
import { browserTables } from '@/components/connection/browserTables';
import { registerFixes } from '@/components/editor/language/monacoFixes';
import { registerLanguageHelp } from '@/components/editor/language/monacoLanguage';
import { registerPrograms } from '@/components/editor/language/monacoPrograms';
import { currentLocale } from '@/components/lib/translator';
import type { Locale } from '@/core/locale';
import { asyGrammar } from './asyGrammar';
import { asyLanguageConfiguration } from './asyLanguageConfiguration';
import { at } from '@/core/basePath';

export type MonacoModule = typeof Monaco;

export const LANGUAGE = 'asymptote';

/** Of what the build has put into public/. */
export interface Versions {
  readonly monaco: string;
  /** Absent: there is no completion. */
  readonly language?: string;
}

/** The names of Monaco's own translations. */
const MONACO_LANGUAGES: Readonly<Partial<Record<Locale, string>>> = { ru: 'ru', zh: 'zh-cn', fr: 'fr' };

let loading: Promise<MonacoModule> | undefined;

/** Monaco with our language, once for the page. Always from this server: the loader's own default is another host. */
export function loadMonaco(versions: Versions): Promise<MonacoModule> {
  loading ??= load(versions).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load({ monaco: version, language }: Versions): Promise<MonacoModule> {
  const place = at(`/monaco/${version}/vs`);
  await loadTexts(place);
  loader.config({ paths: { vs: place } });
  const monaco: MonacoModule = await loader.init();
  // Letters are measured once: with the font that comes late they would be misplaced.
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  monaco.languages.register({ id: LANGUAGE, extensions: ['.asy'], aliases: ['Asymptote'] });
  monaco.languages.setMonarchTokensProvider(LANGUAGE, asyGrammar);
  monaco.languages.setLanguageConfiguration(LANGUAGE, asyLanguageConfiguration);
  if (language !== undefined) registerLanguageHelp(monaco, browserTables(language));
  registerPrograms(monaco);
  registerFixes(monaco);
  return monaco;
}

/** Monaco's own texts. They are a plain script, which its loader would wait for in vain; without them it speaks English. */
async function loadTexts(place: string): Promise<void> {
  const language = MONACO_LANGUAGES[currentLocale()];
  if (language === undefined) return;
  const script = document.createElement('script');
  script.src = `${place}/nls/lang/${language}.js`;
  await new Promise<void>((resolve) => {
    script.onload = script.onerror = () => resolve();
    document.head.append(script);
  });
}
