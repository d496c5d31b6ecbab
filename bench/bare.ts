import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from './figures';

/** A cold `asy` on this machine, as someone runs it in a terminal. */

export interface BareRun {
  readonly milliseconds: number;
  /** Of asy and everything it starts. */
  readonly cpuMs: number;
}

/** The shell's own `times` counts what its children used, and nothing else's. */
const SCRIPT = 'asy -noglobalread "$@" main.asy >out 2>err; code=$?; times >times; exit $code';

export async function runBare(figure: Figure, format: string, display?: string): Promise<BareRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-bench-'));
  const pixels = figure.render === undefined ? [] : ['-render', String(figure.render)];
  try {
    writeFileSync(path.join(folder, 'main.asy'), figure.code);
    const startedAt = performance.now();
    const child = spawn('sh', ['-c', SCRIPT, 'sh', '-f', format, ...pixels], {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        ...(display === undefined ? {} : { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }),
      },
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    const milliseconds = performance.now() - startedAt;
    if (code !== 0)
      throw new Error(`bare asy failed on ${figure.name}: ${readFileSync(path.join(folder, 'err'), 'utf8')}`);
    const [, children = ''] = readFileSync(path.join(folder, 'times'), 'utf8').split('\n');
    return { milliseconds, cpuMs: sumOfTimes(children) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `0m0.210s 0m0.045s`: user and system. */
function sumOfTimes(line: string): number {
  const parts = [...line.matchAll(/(?<!\d)(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}
