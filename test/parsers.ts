import { Buffer } from 'node:buffer';
import { PassThrough } from 'node:stream';
import { missingFiles } from '@/cli/dropIn/sources';
import { minimalEdit } from '@/components/lib/minimalEdit';
import { projectGraph } from '@/components/graphs/projectGraph';
import { headingOf, titleOf } from '@/components/model/version';
import { callAt, parametersOf } from '@/components/editor/language/signature';
import { importsOf } from '@/core/language/tables';
import { importedModules } from '@/worker/warm/modules';
import { outlineEntries } from '@/components/model/outline';
import { scenePage } from '@/components/picture/scenePage';
import { parseUnits } from '@/components/model/units';
import { draftOf } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import { endingText } from '@/components/model/endingText';
import { findSliders } from '@/components/model/slider';
import { AcceptedInput } from '@/components/terminal/acceptedInput';
import { complete, wordsIn } from '@/components/terminal/completion';
import { colored } from '@/components/terminal/formats';
import { decodeKeys } from '@/components/terminal/keys';
import { EMPTY_LINE, inserted, pressKey } from '@/components/terminal/lineEditor';
import { ShellDisplay } from '@/components/terminal/shellDisplay';
import { STEPS } from '@/components/model/tutorialSteps';
import { readArguments } from '@/core/asy/arguments';
import { parseAsyCall } from '@/core/asy/commandLine';
import { parseClientText } from '@/core/asyonline/clientMessages';
import { checkFileName } from '@/core/submission/fileNames';
import { protocolFeatures } from '@/core/asyonline/protocols';
import { parseServerText } from '@/core/asyonline/serverMessages';
import { callsOf, withCallingLine } from '@/core/diagnostics/callingLine';
import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { findProblems } from '@/core/diagnostics/problems';
import { findTexErrors } from '@/core/diagnostics/texErrors';
import { texExplanation, texSentence } from '@/core/diagnostics/texSentences';
import { recognise } from '@/core/explanations';
import { withSuggestion } from '@/core/diagnostics/unknownName';
import { blankOut } from '@/core/language/blankOut';
import { outlineOf } from '@/core/language/definitions';
import { Programs } from '@/core/language/programs';
import { tokensOf } from '@/core/language/tokens';
import { documentPlace } from '@/core/latex/documentPlace';
import { partsOf } from '@/core/latex/environments';
import { figureOf } from '@/core/latex/figure';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { snippets } from '@/core/links/snippets';
import { MAGIC } from '@/core/periodic/dialect';
import { FrameDecoder } from '@/core/periodic/frameDecoder';
import { parseMessage } from '@/core/prc/message';
import { readAccept } from '@/core/render/accept';
import { parseColour } from '@/core/render/colour';
import { encodeSource } from '@/core/render/encodedSource';
import { describedPicture } from '@/core/render/describedPicture';
import { descriptionOf, withDescription } from '@/core/render/description';
import { neededFiles } from '@/core/render/imports';
import { pictureSize, svgSize } from '@/core/render/pictureSize';
import { isRepeatable } from '@/core/render/repeatable';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { decodeFromBackend } from '@/core/wire/wire';
import { readLines } from '@/platform/lines';
import { tokenOf } from '@/server/bearer';
import { entryOf } from '@/server/cache/entry';
import { readable } from '@/server/periodic/readable';
import { prefersAsync } from '@/server/render/asynchronous';
import { decodeSource } from '@/server/render/decodedSource';
import { needsDisplay } from '@/worker/asy/display';
import { Outputs } from '@/worker/asy/outputs';
import { splitWaterfall } from '@/worker/asy/waterfall';
import { canonicalPicture } from '@/worker/warm/canonical';
import { fitsWarm } from '@/worker/warm/fitness';

/** Everything that reads text from outside, by name. Whoever adds a parser adds it here. */

const DESCRIPTION = { title: 'A title', alt: 'What it shows' };

const bytesOf = (text: string) => Buffer.from(text);
const draft = (text: string) => draftOf('d', text);
const project = (text: string) => ({ files: [{ name: 'main.asy', contents: text }] });
const FEATURES = protocolFeatures('asyonline.asy');
const LIBRARY = {
  severity: 'error',
  message: 'x',
  file: 'graph.asy',
  library: { file: 'graph.asy', line: 1 },
} as const;

export const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'imported modules': (text) =>
    importedModules(new Map([['main.asy', Buffer.from(text)]]), { names: new Set(['a']), ahead: new Set(['a']) }),
  // What programs print.
  'problems in output': (text) => findProblems(text, project('draw((0,0)--(1,1));')),
  'problems in a program': (text) =>
    findProblems(`main.asy: 1.1: no\n! x\nl.1 (0,0){${text.slice(0, 99)}}`, project(text)),
  'problems in both': (text) => findProblems(text, project(text)),
  'error lines': parseErrorLines,
  'TeX errors': (text) => findTexErrors(text.split('\n')),
  'one TeX error': (text) =>
    findTexErrors(['Runaway argument?', text, '! Undefined control sequence.', text, `l.1 ${text}`]),
  'another TeX error': (text) => findTexErrors(['Runaway argument?', text, '! Missing $ inserted.', `l.1 ${text}`]),
  'TeX sentences': (text) => [texExplanation(text), texSentence(text)],
  'recognised sentences': recognise,
  suggestions: (text) =>
    withSuggestion({ severity: 'error', message: `No matching variable '${text}'` }, ['draw', text]),
  'calling lines': (text) => withCallingLine(LIBRARY, callsOf(project(text)), { 'graph.asy': [[1, 'f']] }, ['f', 'a']),
  units: parseUnits,
  waterfall: (text) => splitWaterfall(text, 1),
  'cache entries': (text) => entryOf([{ type: 'output', stream: 'stdout', bytes: bytesOf(text) }], { kind: 'failed' }),
  'shell output': (text) => new ShellDisplay({ columns: () => 80, write: () => {} }, () => {}).print(text),
  'shell output in pieces': (text) => {
    const display = new ShellDisplay({ columns: () => 80, write: () => {} }, () => {});
    for (let at = 0; at < text.length; at += 64) display.print(text.slice(at, at + 64));
  },
  'output of programs in pieces': (text) => {
    const outputs = new Outputs({ maxBytes: 2 ** 30, send: async () => {}, onLimit: () => {} });
    const bytes = bytesOf(text);
    for (let at = 0; at < bytes.length; at += 16) outputs.push('stdout', bytes.subarray(at, at + 16));
    outputs.flush();
  },
  'what a shell has taken': (text) => new AcceptedInput().heard(`${text}> `),
  'coloured lines': colored,
  endings: (text) => endingText({ kind: 'complete', error: text } as Parameters<typeof endingText>[0]),
  // Programs.
  'blanked programs': blankOut,
  tokens: tokensOf,
  outline: outlineOf,
  definitions: (text) => {
    const programs = new Programs(new Map([['main.asy', text]]));
    return [programs.definitionsAt('main.asy', text.length), programs.visible('main.asy', text.length)];
  },
  'outline entries': (text) => outlineEntries(draft(text)),
  imports: importsOf,
  'needed files': neededFiles,
  description: descriptionOf,
  'described programs': (text) => withDescription(text, { title: text, alt: text }),
  // What stands around programs in LaTeX, and asy's command line.
  figures: (text) => figureOf('book-1', `if(!settings.multipleView)\n${text}`),
  'LaTeX documents': (text) => partsOf('book.tex', text),
  'places in documents': (text) => {
    const lines = text.split('\n');
    const environment = { kind: 'asy', file: 'book.tex', firstLine: 1, lines } as const;
    const figure = { job: 'book', number: 1, headerLines: 0 };
    return documentPlace(text, figure, { line: lines.length, column: 99 }, [environment, environment]);
  },
  'asy command lines': (text) => parseAsyCall(text.split(' ')),
  'options of asy in a submission': (text) => readArguments([text]),
  'files that asy misses': missingFiles,
  'described svg': (text) => describedPicture('svg', Buffer.from(text), DESCRIPTION),
  'described pdf': (text) => describedPicture('pdf', Buffer.from(text), DESCRIPTION),
  'described page': (text) => describedPicture('html', Buffer.from(text), DESCRIPTION),
  'clocks in programs': (text) => isRepeatable(new Map([['main.asy', bytesOf(text)]])),
  'programs in space': (text) =>
    needsDisplay({
      ...{ kind: 'render', main: 'main.asy', files: new Map([['main.asy', bytesOf(text)]]) },
      options: { ...DEFAULT_SUBMISSION_OPTIONS, format: 'png' },
    }),
  'project graphs': (text) => projectGraph(draft(text), { engine: null }),
  'fit for a warm jail': (text) =>
    fitsWarm(
      {
        kind: 'render',
        main: 'main.asy',
        files: new Map([['main.asy', bytesOf(text)]]),
        options: DEFAULT_SUBMISSION_OPTIONS,
      },
      new Set(),
    ),
  sliders: findSliders,
  calls: callAt,
  parameters: parametersOf,
  titles: (text) => [titleOf(draft(text)), headingOf(draft(text))],
  engines: (text) => engineOf(draft(text), { engine: null }),
  tutorial: (text) => STEPS.map(({ isDone }) => isDone(text)),
  completion: (text) => [complete(text, ['draw']), wordsIn(text)],
  'edited lines': (text) => pressKey(inserted(EMPTY_LINE, text), { kind: 'kill-word' }, []),
  'pressed keys': decodeKeys,
  edits: (text) => minimalEdit(text, `${text}x`),
  // Pictures.
  'sizes of svg': svgSize,
  'sizes of png': (text) => pictureSize('png', bytesOf(text)),
  'pictures to compare': (text) => [canonicalPicture('svg', bytesOf(text)), canonicalPicture('eps', bytesOf(text))],
  scenes: (text) => scenePage(text, 'nonce', undefined),
  // Requests and messages.
  accept: readAccept,
  colours: parseColour,
  'packed programs': (text) => decodeSource(text, 1024),
  'unpacked programs': (text) => decodeSource(encodeSource(bytesOf(text)), 1024 * 1024),
  preferences: prefersAsync,
  'tokens of requests': tokenOf,
  'file names': (text) => checkFileName(text, SUBMISSION_LIMITS),
  'messages of clients': (text) => parseClientText(text, FEATURES),
  'messages of servers': parseServerText,
  'messages about requests': parseMessage,
  'frames of backends': (text) => decodeFromBackend(bytesOf(text)),
  'frames of Periodic': (text) => {
    const decoder = new FrameDecoder(MAGIC.request);
    decoder.push(Buffer.from('0052455100010000', 'hex'));
    for (const byte of bytesOf(text)) {
      decoder.push(Uint8Array.of(byte));
      decoder.next();
    }
  },
  'readable bytes': readable,
  snippets: (text) => snippets('http://localhost', { id: 'a'.repeat(24), title: text }, 'figure'),
  'lines of a socket': (text) => {
    const stream = new PassThrough();
    readLines(stream, () => {});
    for (let at = 0; at < text.length; at += 16) stream.emit('data', text.slice(at, at + 16));
  },
};
