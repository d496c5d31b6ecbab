/**
 * The page that asy writes for a 3D picture asks the windows around it about themselves, which a frame without an origin
 * may not. It is told that it stands alone; then it also fills its frame.
 */
export function standingAlone(html: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(html)
      .toString('utf8')
      .replaceAll(/\bwindow\.(?:top|parent)\b/g, 'window'),
  );
}
