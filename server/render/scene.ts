/**
 * The page that asy writes for a 3D picture asks the windows around it about themselves, which a frame without an origin
 * may not. It is told that it stands alone; then it also fills its frame.
 *
 * It may be large: it is gone through once, and copied once.
 */
export function standingAlone(html: Uint8Array): Uint8Array {
  const from = Buffer.from(html.buffer, html.byteOffset, html.length);
  const to = Buffer.allocUnsafe(from.length);
  let [read, written] = [0, 0];
  for (let found = from.indexOf(WINDOW); found >= 0; found = from.indexOf(WINDOW, found + 1)) {
    const end = found + WINDOW.length;
    const name = OTHERS.find((other) => from.subarray(end, end + other.length).equals(other));
    if (!name || isWordAt(from, found - 1) || isWordAt(from, end + name.length)) continue;
    // Up to the dot.
    written += from.copy(to, written, read, end - 1);
    read = end + name.length;
  }
  written += from.copy(to, written, read);
  return to.subarray(0, written);
}

const WINDOW = Buffer.from('window.');
const OTHERS = [Buffer.from('top'), Buffer.from('parent')];

function isWordAt(bytes: Buffer, at: number): boolean {
  return /\w/.test(String.fromCharCode(bytes[at] ?? 0));
}
