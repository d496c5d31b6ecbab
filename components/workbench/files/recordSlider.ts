import { toBase64 } from '@/components/lib/base64';
import { translatorOf } from '@/components/lib/translator';
import { textOf } from '@/components/model/draft';
import { animatedSvg, movieOf, valuesOf } from '@/components/model/movie';
import { withSlider, type Slider } from '@/components/model/slider';
import type { Workbench } from '@/components/workbench/workbench';
import { movieAsMp4 } from './exportMovie';
import { downloadBytes } from './exportPicture';
import { FrameRecorder } from './frameRecorder';
import { pack } from './incomingFiles';

/**
 * Draws the program with each value of a slider, beside what the page shows, and downloads the frames, an animated SVG and
 * an MP4 of them as a zip. The code stays as it is. Stops at the first frame that cannot be drawn.
 */
export async function recordSlider(workbench: Workbench, file: string, slider: Slider): Promise<void> {
  const { gateway } = workbench;
  const t = translatorOf('editor');
  const { draft } = gateway.state;
  const code = textOf(draft, file);
  const values = valuesOf(slider);
  const announce = (drawn: number) =>
    gateway.layout.announce(t('recording', { done: Math.min(drawn + 1, values.length), total: values.length }));
  announce(0);
  const recorder = new FrameRecorder(workbench, file, (value) => withSlider(code, slider, value));
  const drawn = await recorder.record(values, announce);
  if (drawn.failed !== undefined)
    return gateway.layout.notify(t('notRecorded', { name: slider.name, value: drawn.failed }));
  const frames = drawn.done;
  const stem = `${draft.main.replace(/\.asy$/, '')}-${slider.name}`;
  const digits = String(frames.length).length;
  const files = frames.map(({ svg }, i) => ({
    name: `${stem}/frame-${String(i + 1).padStart(digits, '0')}.svg`,
    contents: svg,
  }));
  const animated = animatedSvg(frames, toBase64);
  const movie = movieOf(new TextEncoder().encode(animated));
  const mp4 = movie && (await movieAsMp4(movie).catch(() => undefined));
  const films = [
    { name: `${stem}/${stem}.svg`, contents: animated },
    ...(mp4 === undefined ? [] : [{ name: `${stem}/${stem}.mp4`, contents: mp4 }]),
  ];
  downloadBytes(`${stem}.zip`, await pack([...films, ...files]), 'application/zip');
  gateway.layout.announce(t('recorded', { count: frames.length }));
}
