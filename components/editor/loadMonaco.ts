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

/** As Monaco names it. */
const CANCELLED = 'Canceled';

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
  const place = placeOf(version);
  window.MonacoEnvironment = { getWorker: () => new Worker(`${place}/worker.js`) };
  await Promise.all([loadTexts(place), loadStyle(`${place}/editor.css`)]);
  const bundle = (await import(/* turbopackIgnore: true */ `${place}/editor.js`)) as MonacoModule;
  // Its parts can be replaced (loadComparison), those of a module cannot.
  loader.config({ monaco: { ...bundle } });
  const monaco: MonacoModule = await loader.init();
  window.addEventListener('unhandledrejection', passOver);
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

/** What is not wanted any more Monaco rejects, also where nobody listens: a view that was closed while it was filled. */
function passOver(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason;
  if (reason instanceof Error && reason.name === CANCELLED && reason.message === CANCELLED) event.preventDefault();
}

/** What compares two programs, which few do. */
export async function loadComparison(versions: Versions): Promise<MonacoModule> {
  const monaco = await loadMonaco(versions);
  const place = placeOf(versions.monaco);
  await loadStyle(`${place}/comparison.css`);
  const bundle = (await import(/* turbopackIgnore: true */ `${place}/comparison.js`)) as ComparisonModule;
  monaco.editor.createDiffEditor = bundle.createDiffEditor;
  return monaco;
}

type ComparisonModule = Pick<MonacoModule['editor'], 'createDiffEditor'>;

/** What scripts/setup/monaco/ has bundled. */
function placeOf(version: string): string {
  return at(`/monaco/${version}`);
}

/** Monaco's own texts. They are there before it is; without them it speaks English. */
async function loadTexts(place: string): Promise<void> {
  const language = MONACO_LANGUAGES[currentLocale()];
  if (language === undefined) return;
  const script = document.createElement('script');
  script.src = `${place}/${language}.js`;
  await added(script).catch(() => undefined);
}

async function loadStyle(address: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(address)}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  await added(link).catch((error: unknown) => {
    link.remove();
    throw error;
  });
}

async function added(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => reject(new Error('a part of the editor could not be loaded'));
    document.head.append(element);
  });
}
