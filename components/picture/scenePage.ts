/**
 * The page that asy writes for a 3D picture, made ready for a frame of its own. The frame is sandboxed and has no
 * origin: it can reach neither the page around it nor anything kept in this browser.
 *
 * - Scripts get the nonce of the page, whose policy holds in the frame, too; the one handler in an attribute, which no
 *   nonce can allow, becomes a script. What asy writes for a flat picture has no scene to start.
 * - The page asks the windows around it about themselves, which a frame without an origin may not: it is told that it
 *   stands alone. Then it also fills the frame and zooms with the wheel.
 */
export function scenePage(html: string, nonce: string): string {
  const mark = `<script nonce="${nonce}">`;
  return html
    .replaceAll(/<script\b[^<>]*>/g, mark)
    .replaceAll(/\bwindow\.(?:top|parent)\b/g, 'window')
    .replace(/ onload="webGLStart\(\);"/, '')
    .replace(
      '</head>',
      `${mark}addEventListener('load', () => typeof webGLStart === 'function' && webGLStart());</script></head>`,
    );
}
