import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { documentPlace } from '../../core/latex/documentPlace';
import { partsOf, type Environment } from '../../core/latex/environments';
import { figureOf, type Figure } from '../../core/latex/figure';
import type { Problem } from '../answer';

/** The figures of a LaTeX document in a folder: the others beside one, and where in the document a figure stands. */

/** Of one document. */
const MAX_FIGURES = 500;
const MAX_DOCUMENT_FILES = 200;
const MAX_DOCUMENT_BYTES = 8 * 2 ** 20;

/** Paths of the other figures of the same document. */
export function otherFigures(file: string, { job, number }: Figure): string[] {
  const folder = path.dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${job}-`) && /^\d{1,6}\.asy$/.test(name.slice(job.length + 1)))
    .filter((name) => name !== `${job}-${number}.asy`)
    .slice(0, MAX_FIGURES)
    .map((name) => path.join(folder, name));
}

export function readFigure(file: string): { readonly bytes: Buffer; readonly figure: Figure } | undefined {
  try {
    const bytes = readFileSync(file);
    const figure = figureOf(path.parse(file).name, bytes.toString('utf8'));
    return figure && { bytes, figure };
  } catch {
    return undefined;
  }
}

/** `book.tex:41:5: error: message` for each problem that stands in the document. */
export function documentProblems(file: string, source: string, figure: Figure, problems: readonly Problem[]): string[] {
  const placed = problems.filter((problem) => problem.file === path.basename(file) && problem.line !== undefined);
  if (placed.length === 0) return [];
  const folder = path.dirname(file);
  const root = [folder, path.dirname(folder)]
    .map((place) => path.join(place, `${figure.job}.tex`))
    .find((document) => existsSync(document));
  if (root === undefined) return [];
  const environments = environmentsOf(root);
  return placed.flatMap(({ line = 1, column = 1, severity, message }) => {
    const place = documentPlace(source, figure, { line, column }, environments);
    return place ? [`${path.relative('', place.file)}:${place.line}:${place.column}: ${severity}: ${message}`] : [];
  });
}

/** In the order of the document, with the files it inputs. */
function environmentsOf(root: string): Environment[] {
  const found: Environment[] = [];
  const folder = path.dirname(root);
  const seen = new Set<string>();
  let bytes = 0;
  const readText = (name: string, extension: string): { file: string; text: string } | undefined => {
    const file = [name, `${name}${extension}`].map((one) => path.resolve(folder, one)).find((one) => isFile(one));
    if (file === undefined || seen.size >= MAX_DOCUMENT_FILES) return undefined;
    const text = readFileSync(file, 'utf8');
    bytes += text.length;
    return bytes > MAX_DOCUMENT_BYTES ? undefined : { file, text };
  };
  const read = (name: string): void => {
    const document = readText(name, '.tex');
    if (!document || seen.has(document.file)) return;
    seen.add(document.file);
    for (const part of partsOf(document.file, document.text)) {
      if (part.type === 'environment') found.push(part.environment);
      else if (part.type === 'input') read(part.name);
      else {
        const program = readText(part.name, '.asy');
        const lines = program?.text.split('\n') ?? [];
        if (program) found.push({ kind: 'asy', file: program.file, firstLine: 1, lines });
      }
    }
  };
  read(root);
  return found;
}

function isFile(file: string): boolean {
  return existsSync(file) && /\.(?:tex|asy|ltx)$/.test(file);
}
