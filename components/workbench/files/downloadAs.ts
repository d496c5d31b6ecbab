import { isPictureOld, shownPicture } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';
import type { RenderFormat } from '@/core/submission/submission';
import { formatTitle, mimeType } from '@/components/model/picture';
import { downloadBytes, downloadPicture } from './exportPicture';

/** The picture in the format that is asked for; drawn for it unless it is the one on the screen. */
export async function downloadAs(workbench: Workbench, format: RenderFormat): Promise<void> {
  const { gateway, state } = workbench;
  const picture = shownPicture(state);
  if (picture?.format === format && !isPictureOld(state)) return downloadPicture(picture, state.draft.main);
  const title = formatTitle(format);
  gateway.announce(`Rendering as ${title}…`);
  const results = await workbench.renderAs(format);
  if (results === undefined) return gateway.notify(`Couldn’t render as ${title}. Run the program to see why.`);
  for (const result of results) {
    const name = result.filename ?? `${state.draft.main.replace(/\.asy$/, '')}.${result.format}`;
    downloadBytes(name, result.bytes, mimeType(result.format));
  }
  gateway.announce(`Downloaded as ${title}`);
}
