import { isPictureOld, shownPicture } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';
import type { RenderFormat } from '@/core/submission/submission';
import type { RenderResult } from '@/client/render';
import { translatorOf } from '@/components/lib/translator';
import { formatTitle, mimeType, pictureSize } from '@/components/model/picture';
import { formatOf } from '@/components/model/pageFormat';
import { downloadBytes, downloadPicture, rasterise } from './exportPicture';
import { withDensity } from './pngDensity';

/** The points of an inch, and its pixels in CSS. */
const POINTS = 72;
const PIXELS = 96;

/**
 * The picture in the format that is asked for; drawn for it unless it is the one on the screen. A PNG is made here of
 * the SVG, so that it can be clear; that of a scene is drawn by the server. `isFlat`: a scene is drawn as vectors, not shaded.
 */
export async function downloadAs(workbench: Workbench, format: RenderFormat, isFlat = false): Promise<void> {
  const { gateway, state } = workbench;
  gateway.choose({ downloadFormat: format });
  gateway.layout.openDialog(undefined);
  const picture = shownPicture(state);
  const isShown = (wanted: RenderFormat) => picture?.format === wanted && !isPictureOld(state) && !isFlat;
  if (format !== 'png' && picture && isShown(format)) return downloadPicture(picture, state.draft.main);
  const t = translatorOf('workbench');
  const args = { format: formatTitle(format) };
  gateway.layout.announce(t('picture.rendering', args));
  const { pngDpi, pngIsWhite } = state.settings;
  const isScene = formatOf({ ...state, settings: { ...state.settings, chosenFormat: null } }) === 'html';
  const isClear = format === 'png' && !isScene;
  const shown = isClear && picture && isShown('svg') ? [{ ...picture, filename: picture.name }] : undefined;
  const wanted = isClear ? 'svg' : format;
  const flatRender = isFlat && format !== 'html' && format !== 'v3d' ? 0 : undefined;
  const drawn: readonly Drawn[] =
    shown ?? (await workbench.renderAs(wanted, format === 'png' ? pngDpi / POINTS : flatRender)) ?? [];
  const results = await Promise.all(drawn.map((one) => (isClear ? toPng(one, pngDpi, pngIsWhite) : one)));
  const files = results.filter((result) => result !== undefined);
  if (files.length === 0 || files.length < drawn.length) return gateway.layout.notify(t('picture.notRendered', args));
  for (const { filename, format: real, bytes } of files)
    downloadBytes(
      filename ?? `${state.draft.main.replace(/\.asy$/, '')}.${real}`,
      real === 'png' ? withDensity(bytes, pngDpi) : bytes,
      mimeType(real),
    );
  gateway.layout.announce(t('picture.downloaded', args));
}

type Drawn = Pick<RenderResult, 'format' | 'filename' | 'bytes'>;

/** Undefined if the browser cannot, as where it would be too large. */
async function toPng(drawn: Drawn, dpi: number, isWhite: boolean): Promise<Drawn | undefined> {
  if (drawn.format !== 'svg') return drawn;
  const url = URL.createObjectURL(new Blob([drawn.bytes as Uint8Array<ArrayBuffer>], { type: mimeType('svg') }));
  try {
    const blob = await rasterise({ url, size: pictureSize('svg', drawn.bytes) }, dpi / PIXELS, isWhite);
    const filename = drawn.filename?.replace(/\.svg$/, '.png');
    return { format: 'png', filename, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
