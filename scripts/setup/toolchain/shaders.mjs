// `mesa/`: what OpenGL compiles to draw asy's scenes in software, so that a jail with a display has it already.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Surfaces, curves, points and labels, opaque and not: each is drawn by a program of its own. */
const SCENE = `import three;
size(4cm);
draw(unitsphere, lightblue);
draw(unitcube, red+opacity(0.5));
draw(O--X, Arrow3);
dot(Y);
label("$x$", Z);
`;
const PATIENCE_MS = 20_000;

/** @param {string} folder */
export async function recordShaders(folder) {
  if (!existsSync('/usr/bin/Xvfb')) return;
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-shaders-'));
  const words = ['-displayfd', '3', '-screen', '0', '1024x1024x24', '-nolisten', 'tcp'];
  const display = spawn('setpriv', ['--pdeathsig', 'TERM', 'Xvfb', ...words], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const [number] = await once(/** @type {import('node:stream').Readable} */ (display.stdio[3]), 'data', {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    writeFileSync(path.join(scratch, 'scene.asy'), SCENE);
    const own = { HOME: scratch, DISPLAY: `:${String(number).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' };
    spawnSync('asy', ['-noV', '-f', 'png', '-render', '2', 'scene.asy'], {
      cwd: scratch,
      env: { PATH: process.env.PATH, ...own, MESA_SHADER_CACHE_DIR: scratch },
      stdio: 'ignore',
      timeout: PATIENCE_MS,
    });
    const made = path.join(scratch, 'mesa_shader_cache');
    if (existsSync(made)) spawnSync('cp', ['-r', made, path.join(folder, 'mesa')]);
  } finally {
    display.kill();
    // On a busy machine somebody may still be writing there.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
