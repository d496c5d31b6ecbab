import type { SubmissionFiles } from '@/core/submission/submission';

/**
 * Whether a program draws the same every time (docs/render-api.md, 12). asy's own random numbers begin with the same
 * seed, so only what looks at a clock, or could do so unseen, makes a difference. When in doubt, it is not: a program
 * that merely writes "time" beside an axis is then rendered each time it is asked for.
 */

/** asy's clocks, and `eval`, by which a program may call them under any name. */
const CLOCKS = /\b(?:time|seconds|cputime|eval)\b/;
/** TeX's clocks, its random numbers, which begin with the clock, and the languages inside it. */
const TEX_CLOCKS =
  /\\(?:today|currenttime|year|month|day|\w*elapsedtime|\w*resettimer|\w*deviate|\w*randomseed|\w*filemoddate|pgf\w*|directlua|luaexec)\b/;
/** Files of the system. */
const SYSTEM_FILES = /\/(?:dev|proc)\//;

const decoder = new TextDecoder('latin1');

export function isRepeatable(files: SubmissionFiles): boolean {
  for (const [name, bytes] of files) {
    if (!/\.(?:asy|tex)$/.test(name)) continue;
    const text = decoder.decode(bytes);
    if (CLOCKS.test(text) || TEX_CLOCKS.test(text) || SYSTEM_FILES.test(text)) return false;
  }
  return true;
}
