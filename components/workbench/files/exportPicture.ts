import { mimeType, type Picture } from '@/components/model/picture';

/** Taking the picture out of the page: to a file, to the clipboard, to a tab of its own. */

export function downloadPicture(picture: Picture, main: string): void {
  const name = picture.name ?? `${main.replace(/\.asy$/, '')}.${picture.format}`;
  download(picture.url, name);
}

export function downloadBytes(name: string, contents: string | Uint8Array, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([contents as string | Uint8Array<ArrayBuffer>], { type }));
  download(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function openPicture(picture: Picture): void {
  // Browsers open no data URL at the top; an object URL of our own ends with this page.
  const blob = new Blob([picture.bytes as Uint8Array<ArrayBuffer>], { type: mimeType(picture.format) });
  window.open(URL.createObjectURL(blob), '_blank', 'noopener');
}

/** False if the browser refused. */
export async function copyAsText(picture: Picture): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new TextDecoder().decode(picture.bytes));
    return true;
  } catch {
    return false;
  }
}

export async function copyAsPng(picture: Picture, scale: number, isWhite: boolean): Promise<boolean> {
  try {
    // Handed over as a promise: some browsers only allow what begins within the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': rasterise(picture, scale, isWhite) })]);
    return true;
  } catch {
    return false;
  }
}

/** As a PNG with so many pixels for each point. Rejects where the browser cannot. */
export async function rasterise(
  picture: Pick<Picture, 'url' | 'size'>,
  scale: number,
  isWhite: boolean,
): Promise<Blob> {
  const image = new Image();
  image.src = picture.url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((picture.size?.width ?? image.naturalWidth) * scale);
  canvas.height = Math.ceil((picture.size?.height ?? image.naturalHeight) * scale);
  const context = canvas.getContext('2d');
  if (isWhite && context) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is too large'))), 'image/png'),
  );
}
