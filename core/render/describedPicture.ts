import { xmlText } from '@/core/xml';
import type { Description } from './description';
import { describedPdf } from './describedPdf';

/**
 * A picture that says what it shows. What cannot be read as asy writes it stays as it is, and so does every picture
 * without a description.
 */

const HEAD_BYTES = 2048;

export function describedPicture(format: string, bytes: Uint8Array, description: Description): Uint8Array {
  const { title, alt } = description;
  if (title === undefined && alt === undefined) return bytes;
  if (format === 'svg') return describedSvg(bytes, description);
  if (format === 'pdf') return describedPdf(bytes, description);
  return format === 'html' && title !== undefined ? titledPage(bytes, title) : bytes;
}

function describedSvg(bytes: Uint8Array, { title, alt }: Description): Uint8Array {
  const tag = /<svg\s[^<>]*>/.exec(headOf(bytes));
  if (!tag || /\s(?:role|aria-labelledby)\s*=/.test(tag[0])) return bytes;
  // Several pictures may stand in one page.
  const mark = hashOf(`${title}\n${alt}`);
  const parts = [
    ...(title === undefined ? [] : [{ name: 'title', text: title }]),
    ...(alt === undefined ? [] : [{ name: 'desc', text: alt }]),
  ].map(({ name, text }) => ({ id: `asy-${name}-${mark}`, name, text }));
  const attributes = ` role='img' aria-labelledby='${parts.map(({ id }) => id).join(' ')}'`;
  const elements = parts.map(({ id, name, text }) => `\n<${name} id='${id}'>${xmlText(text)}</${name}>`);
  const end = tag.index + tag[0].length;
  const isEmpty = tag[0].endsWith('/>');
  return isEmpty ? bytes : spliced(bytes, end - 1, end, `${attributes}>${elements.join('')}`);
}

/** A scene is a page of its own. */
function titledPage(bytes: Uint8Array, title: string): Uint8Array {
  const element = /<title>[^<>]*<\/title>/.exec(headOf(bytes));
  if (!element) return bytes;
  const { index } = element;
  return spliced(bytes, index, index + element[0].length, `<title>${xmlText(title)}</title>`);
}

/** A character a byte, so that places in it are places in the bytes. */
function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
}

function spliced(bytes: Uint8Array, from: number, to: number, text: string): Uint8Array {
  const between = new TextEncoder().encode(text);
  const whole = new Uint8Array(from + between.length + bytes.length - to);
  whole.set(bytes.subarray(0, from));
  whole.set(between, from);
  whole.set(bytes.subarray(to), from + between.length);
  return whole;
}

/** FNV-1a: the same text has the same mark, so the same program is the same picture. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
