import type { TexEngine } from './submission';

/**
 * The engine of TeX where nobody chose one; undefined is asy's own. Plain latex cannot measure a PNG, a JPEG or a PDF: a
 * program that speaks of such a file of its submission gets pdflatex.
 */

const PICTURE = /\.(?:png|jpe?g|pdf)$/i;
const GRAPHIC = /\bgraphic\s*\(/;

/** Of each file its name and, if it may be a program, its text. */
export function automaticEngine(files: Iterable<readonly [name: string, text: () => string]>): TexEngine | undefined {
  const all = [...files];
  const pictures = all.filter(([name]) => PICTURE.test(name)).map(([name]) => name.replace(PICTURE, ''));
  if (pictures.length === 0) return undefined;
  const isUsed = all.some(([name, text]) => {
    if (!name.endsWith('.asy')) return false;
    const program = text();
    return GRAPHIC.test(program) && pictures.some((picture) => program.includes(picture));
  });
  return isUsed ? 'pdflatex' : undefined;
}
