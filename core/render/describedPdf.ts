import type { Description } from './description';

/**
 * A PDF with a title and a subject, as an incremental update (ISO 32000-1, 7.5.6): what it was stays byte for byte, and a
 * new document information dictionary follows. The table of the update has the form of the one before.
 */

const TAIL_BYTES = 2048;
const MAX_OFFSET = 2 ** 32 - 1;

interface Trailer {
  readonly at: number;
  readonly isStream: boolean;
  readonly size: number;
  readonly root: string;
  readonly id: string;
}

export function describedPdf(bytes: Uint8Array, { title, alt }: Description): Uint8Array {
  const trailer = readTrailer(bytes);
  if (!trailer) return bytes;
  const { at, isStream, size, root, id } = trailer;
  const infoAt = bytes.length + 1;
  const info = `${size} 0 obj\n<<${entry('Title', title)}${entry('Subject', alt)} >>\nendobj\n`;
  const tableAt = infoAt + info.length;
  const shared = `/Root ${root} /Info ${size} 0 R${id} /Prev ${at}`;
  const rows = [infoAt, tableAt].map((offset) => `01${offset.toString(16).padStart(8, '0')}0000`).join('');
  const table = isStream
    ? `${size + 1} 0 obj\n<< /Type /XRef /Index [${size} 2] /Size ${size + 2} /W [1 4 2] ${shared} /Filter /ASCIIHexDecode /Length ${rows.length + 1} >>\nstream\n${rows}>\nendstream\nendobj\n`
    : `xref\n${size} 1\n${String(infoAt).padStart(10, '0')} 00000 n \ntrailer\n<< /Size ${size + 1} ${shared} >>\n`;
  const update = new TextEncoder().encode(`\n${info}${table}startxref\n${tableAt}\n%%EOF\n`);
  const whole = new Uint8Array(bytes.length + update.length);
  whole.set(bytes);
  whole.set(update, bytes.length);
  return whole;
}

/** Undefined for one that cannot be read, is encrypted, or whose parts we would leave behind. */
function readTrailer(bytes: Uint8Array): Trailer | undefined {
  if (bytes.length > MAX_OFFSET) return undefined;
  const tail = latin1(bytes.subarray(-TAIL_BYTES));
  const at = Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  if (!(at < bytes.length)) return undefined;
  const beginning = latin1(bytes.subarray(at, at + TAIL_BYTES));
  const isStream = /^\d+ \d+ obj\b/.test(beginning);
  const from = isStream ? 0 : tail.lastIndexOf('trailer');
  if (from < 0 || (!isStream && !beginning.startsWith('xref'))) return undefined;
  const text = isStream ? beginning : tail.slice(from);
  const dictionary = text.slice(0, text.search(/\bstream\b|\bstartxref\b/));
  const size = Number(/\/Size\s{1,3}(\d{1,9})\b/.exec(dictionary)?.[1] ?? Number.NaN);
  const root = /\/Root\s{1,3}(\d{1,9}\s\d{1,5}\sR)\b/.exec(dictionary)?.[1];
  if (Number.isNaN(size) || root === undefined || /\/(?:Encrypt|XRefStm)\b/.test(dictionary)) return undefined;
  const id = /\/ID ?\[[\s\dA-Fa-f<>]{1,200}\]/.exec(dictionary)?.[0];
  return { at, isStream, size, root, id: id === undefined ? '' : ` ${id}` };
}

/** UTF-16 with its mark, in hexadecimal: no text can leave it. */
function entry(name: string, text: string | undefined): string {
  if (text === undefined) return '';
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
  return ` /${name} <feff${units.join('')}>`;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
