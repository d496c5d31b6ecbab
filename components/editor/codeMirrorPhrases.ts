import type { Translator } from '@/components/lib/translator';

/** What CodeMirror says by itself, in the language of the page: by its own English. */
export function codeMirrorPhrases(t: Translator<'editor'>): Record<string, string> {
  return {
    Find: t('phrases.find'),
    Replace: t('phrases.replace'),
    replace: t('phrases.replace'),
    next: t('phrases.next'),
    previous: t('phrases.previous'),
    all: t('phrases.all'),
    'match case': t('phrases.matchCase'),
    regexp: t('phrases.regexp'),
    'by word': t('phrases.wholeMatch'),
    'replace all': t('phrases.replaceAll'),
    close: t('phrases.close'),
    Completions: t('phrases.completions'),
    'Go to line': t('phrases.goToLine'),
    go: t('phrases.go'),
  };
}
