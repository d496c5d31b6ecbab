import { isPictureOld, shownPicture } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';
import type { RenderFormat } from '@/core/submission/submission';
import { translatorOf } from '@/components/lib/translator';
import { formatTitle, mimeType } from '@/components/model/picture';
import { downloadBytes, downloadPicture } from './exportPicture';

/** The picture in the format that is asked for; drawn for it unless it is the one on the screen. */
export async function downloadAs(workbench: Workbench, format: RenderFormat): Promise<void> {
  const { gateway, state } = workbench;
  const picture = shownPicture(state);
  if (picture?.format === format && !isPictureOld(state)) return downloadPicture(picture, state.draft.main);
  const t = translatorOf('workbench');
  const args = { format: formatTitle(format) };
  gateway.layout.announce(t('picture.rendering', args));
  const results = await workbench.renderAs(format);
  if (results === undefined) return gateway.layout.notify(t('picture.notRendered', args));
  for (const result of results) {
    const name = result.filename ?? `${state.draft.main.replace(/\.asy$/, '')}.${result.format}`;
    downloadBytes(name, result.bytes, mimeType(result.format));
  }
  gateway.layout.announce(t('picture.downloaded', args));
}
