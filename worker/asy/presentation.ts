import { isPresented, type Sheet, type SubmissionOptions } from '@/core/submission/submission';

/**
 * The scale and the ground of a picture (docs/render-api.md, 4), and the sheet of a preview (docs/sharing.md, 4). asy has
 * no options for them: the main file is read by a program of ours that tells asy what to do with every finished picture.
 * Errors keep the names and places of the main file.
 */

/** No file of a submission begins with a dot. */
export const PRESENTATION_FILE = '.presentation.asy';

/** Of the smaller side of a sheet. */
const MARGIN_SHARE = 0.06;

/** Undefined if the main file is to be run as it is. */
export function presentationProgram(main: string, options: SubmissionOptions): string | undefined {
  if (!isPresented(options)) return undefined;
  const { scale, background, sheet } = options;
  const ground = background === undefined ? '' : `currentlight.background=rgb("${background}");`;
  const enlarged = scale === undefined ? '' : `orientation=new frame(frame f) {return scale(${scale})*f;};`;
  return [
    ground,
    sheet === undefined ? enlarged : sheetLines(sheet, background),
    `include "${main.replace(/["\\]/g, '\\$&')}";`,
    // Modules for 3D bring a light of their own.
    ground,
    ...(sheet === undefined ? [] : [AFTER_SHEET]),
  ].join('\n');
}

/** Long names, since they stand in the scope of the program. */
function sheetLines({ width, height }: Sheet, background = 'ffffff'): string {
  const margin = MARGIN_SHARE * Math.min(width, height);
  return `
frame asyground_on_sheet(frame f) {
  pair low=min(f), high=max(f);
  real factor=min(${width - 2 * margin}/max(high.x-low.x,1), ${height - 2 * margin}/max(high.y-low.y,1));
  frame sheet;
  fill(sheet,box((0,0),(${width},${height})),rgb("${background}"));
  add(sheet,shift((${width / 2},${height / 2})-factor*(low+high)/2)*scale(factor)*f);
  return sheet;
}
orientation=asyground_on_sheet;`;
}

/** A program that turns its page is turned first. */
const AFTER_SHEET = `
if(orientation != asyground_on_sheet) {
  var asyground_turned=orientation;
  orientation=new frame(frame f) {return asyground_on_sheet(asyground_turned(f));};
}`;
