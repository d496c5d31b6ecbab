import { afterEach, describe, expect, it } from 'vitest';
import { setMessages } from '@/components/lib/translator';
import { findProblems } from '@/core/diagnostics/problems';
import { withSuggestion } from '@/core/diagnostics/unknownName';
import { explained } from '@/core/explanations';
import { messagesFor, NAMESPACES } from '@/messages';
import { problemFile, problemText, serverText } from './problemText';

const speak = (locale: 'en' | 'fr') => setMessages(locale, messagesFor(locale, NAMESPACES));
afterEach(() => speak('en'));

const project = (code: string) => ({ files: [{ name: 'main.asy', contents: code }] });
const LABEL = '! Undefined control sequence.\n<recently read> \\foo \nl.67 (0.5,0.5){$\\foo$}\n';

describe('a problem on the page', () => {
  it('is told in the language of the page, and in English elsewhere', () => {
    const [problem] = findProblems(LABEL, project('label("$\\foo$", (0,0));'));
    if (problem === undefined) throw new Error('there is a problem');
    expect(problemText(problem)).toBe(problem.message);
    speak('fr');
    expect(problem.message).toBe('Unknown TeX command \\foo');
    expect(problemText(problem)).toBe('Commande TeX inconnue\u202f: \\foo');
  });

  it('keeps what asy says itself', () => {
    speak('fr');
    const [problem] = findProblems("main.asy: 1.1: no matching variable 'drw'", project('drw(1);'));
    if (problem === undefined) throw new Error('there is a problem');
    expect(problemText(withSuggestion(problem, ['draw']))).toBe(
      "No matching variable 'drw'. Vouliez-vous dire draw\u202f?",
    );
    expect(problemFile({ severity: 'error', message: 'x', library: { file: 'graph.asy', line: 7 } })).toBe(
      'graph.asy, ligne 7',
    );
  });
});

describe('what the server says', () => {
  it('is recognised, or told by its code with the English of the server', () => {
    speak('fr');
    expect(serverText(explained('tooManyFiles', { most: 9 }))).toBe('On peut ajouter au plus 9 fichiers.');
    expect(serverText('Something new.', 'too-large')).toBe('Trop volumineux\u202f: Something new.');
    expect(serverText('Something new.', 'no-such-code')).toBe('Something new.');
    expect(serverText('Something new.')).toBe('Something new.');
  });

  it('is in English as it came', () => {
    expect(serverText('Something new.', 'too-large')).toBe('Something new.');
  });
});
