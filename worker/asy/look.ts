import type { SubmissionOptions } from '@/core/submission';

/**
 * The scale and the ground of a picture (docs/render-api.md, 4). asy has no options for them: the main file is read by a
 * program of ours that tells asy what to do with every finished picture. Errors keep the names and places of the main
 * file.
 */

/** No file of a submission begins with a dot. */
export const LOOK_FILE = '.look.asy';

/** Undefined if the main file is to be run as it is. */
export function lookProgram(main: string, { scale, background }: SubmissionOptions): string | undefined {
  if (scale === undefined && background === undefined) return undefined;
  const ground = background === undefined ? '' : `currentlight.background=rgb("${background}");`;
  return [
    ground,
    scale === undefined ? '' : `orientation=new frame(frame f) {return scale(${scale})*f;};`,
    `include "${main.replace(/["\\]/g, '\\$&')}";`,
    // Modules for 3D bring a light of their own.
    ground,
  ].join('\n');
}
