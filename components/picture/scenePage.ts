import type { Camera } from '@/components/model/camera';

/**
 * The page that asy writes for a 3D picture, made ready for a frame of its own. The frame is sandboxed and has no
 * origin: it can reach neither the page around it nor anything kept in this browser.
 *
 * - Scripts get the nonce of the page, whose policy holds in the frame, too; the one handler in an attribute, which no
 *   nonce can allow, becomes a script. What asy writes for a flat picture has no scene to start.
 * - The page asks the windows around it about themselves, which a frame without an origin may not: it is told that it
 *   stands alone. Then it also fills the frame and zooms with the wheel.
 * - It tells how the scene was turned and begins with the camera of the one before it.
 */
export function scenePage(html: string, nonce: string, camera: Camera | undefined): string {
  const mark = `<script nonce="${nonce}">`;
  const start = `(${startScene.toString()})(${JSON.stringify(camera ?? null)});`;
  return html
    .replaceAll(/<script\b[^<>]*>/g, mark)
    .replaceAll(/\bwindow\.(?:top|parent)\b/g, 'window')
    .replace(/ onload="webGLStart\(\);"/, '')
    .replace('</head>', () => `${mark}${start}</script></head>`);
}

/**
 * Runs in the frame, so that it knows nothing from outside. AsyGL keeps its camera to itself, but turns it by a matrix
 * that it hands to `mat4.rotate` for the key x: once, to get hold of the matrix and put the one from before into it.
 */
function startScene(camera: Camera | null): void {
  const frame = window as unknown as {
    webGLStart?: () => void;
    mat4?: { rotate: (out: number[], ...rest: unknown[]) => unknown };
  };
  addEventListener('load', () => {
    const { webGLStart, mat4 } = frame;
    if (typeof webGLStart !== 'function') return;
    webGLStart();
    const canvas = document.querySelector('canvas');
    if (mat4 === undefined || canvas === null) return;
    const { rotate } = mat4;
    let turn: number[] | undefined;
    let zoom = 0;
    /** Gets hold of the matrix, and puts another one in. */
    const grasp = (from?: readonly number[]) => {
      mat4.rotate = (out) => {
        turn = out;
        from?.forEach((value, index) => (out[index] = value));
      };
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
      mat4.rotate = rotate;
    };
    const restore = () => {
      grasp(camera?.turn);
      const steps = camera?.zoom ?? 0;
      for (let left = Math.abs(steps); left > 0; left -= 1)
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -Math.sign(steps), cancelable: true }));
      zoom = steps;
    };
    // A frame that has no size yet draws when it gets one.
    if (camera !== null && innerWidth > 0 && innerHeight > 0) restore();
    else if (camera !== null) addEventListener('resize', restore, { once: true });
    const tell = () => {
      if (turn === undefined) grasp();
      if (turn !== undefined) parent.postMessage({ camera: { turn: [...turn], zoom } }, '*');
    };
    canvas.addEventListener('wheel', ({ deltaY }) => {
      zoom += deltaY < 0 ? 1 : -1;
      tell();
    });
    for (const name of ['mouseup', 'touchend', 'keyup']) addEventListener(name, () => setTimeout(tell));
  });
}
