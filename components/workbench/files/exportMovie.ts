import type { Movie } from '@/components/model/movie';
import { mp4Of, type Mp4 } from '@/components/model/mp4';

/** Makes an MP4 of the frames of a movie, in this browser: its own encoder of H.264 does the work. */

/** H.264, high profile, level 4.0: what every player of the last ten years plays. */
const CODEC = 'avc1.640028';
const BITS_PER_SECOND = 6_000_000;
/** Pixels for each point, as long as all of them fit. */
const SCALE = 2;
const MAX_SIDE = 1920;
const MAX_PIXELS = 1920 * 1080;
const FRAMES_PER_KEY = 30;
const MICROSECONDS = 1000;

/** Undefined where the browser has no such encoder, as on pages that are not secure. */
export async function movieAsMp4({ frames, frameMs }: Movie): Promise<Uint8Array | undefined> {
  if (!('VideoEncoder' in globalThis)) return undefined;
  const { width, height, scale } = pixelsOf(frames.map(({ size }) => size));
  const config = { codec: CODEC, width, height, bitrate: BITS_PER_SECOND, framerate: 1000 / frameMs };
  if ((await VideoEncoder.isConfigSupported(config)).supported !== true) return undefined;
  const samples: Mp4['samples'][number][] = [];
  let description: Uint8Array | undefined;
  let problem: DOMException | undefined;
  const encoder = new VideoEncoder({
    output(chunk, about) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      samples.push({ bytes, isKey: chunk.type === 'key' });
      const told = about?.decoderConfig?.description;
      if (told !== undefined) description = new Uint8Array(ArrayBuffer.isView(told) ? told.buffer : told);
    },
    error: (error) => (problem = error),
  });
  encoder.configure(config);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  for (const [i, { url, size }] of frames.entries()) {
    const image = new Image();
    image.src = url;
    await image.decode();
    if (!context || problem) break;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, size.width * scale, size.height * scale);
    const timestamp = i * frameMs * MICROSECONDS;
    const frame = new VideoFrame(canvas, { timestamp, duration: frameMs * MICROSECONDS });
    encoder.encode(frame, { keyFrame: i % FRAMES_PER_KEY === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  if (problem || !description) return undefined;
  return mp4Of({ width, height, frameMs: Math.round(frameMs), description, samples });
}

/** Of the largest frame; an encoder takes even numbers only. */
function pixelsOf(sizes: readonly { readonly width: number; readonly height: number }[]) {
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height), scale };
}
