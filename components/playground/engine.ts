import type { TexEngine } from '@/core/submission/submission';
import type { Draft } from './draft';

const PICTURE = /\.(png|jpg)$/;

/**
 * The engine of TeX where the person leaves the choice to us; undefined is the server's own. Plain latex cannot measure
 * a PNG or a JPEG: a program that speaks of such a file of the draft gets pdflatex.
 */
export function automaticEngine({ files }: Draft): TexEngine | undefined {
  const pictures = files.filter(({ name }) => PICTURE.test(name)).map(({ name }) => name.replace(PICTURE, ''));
  const isUsed = files.some(
    ({ contents }) =>
      typeof contents === 'string' &&
      /\bgraphic\s*\(/.test(contents) &&
      pictures.some((name) => contents.includes(name)),
  );
  return isUsed ? 'pdflatex' : undefined;
}
