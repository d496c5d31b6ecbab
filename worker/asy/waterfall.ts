import type { Timings } from '@/core/wire/wire';
import type { WorkFolder } from '../jail/workFolder';

/**
 * Where the time of a program went, in milliseconds: asy itself, sizes of labels, typesetting, converting. The parts come
 * from our library in asy (native/waterfall.c); without it there is only the whole.
 */

const FILE = '.waterfall';
const MAX_BYTES = 200;
const STAGES = ['sizing', 'typesetting', 'converting'] as const;

export function readWaterfall(folder: WorkFolder, wholeMs: number): Timings {
  return splitWaterfall(folder.read(FILE, MAX_BYTES)?.toString('latin1') ?? '', wholeMs);
}

/** A program could write the file itself: anything that does not add up is not believed. */
export function splitWaterfall(text: string, wholeMs: number): Timings {
  const found = STAGES.map((stage) => Number(new RegExp(`^${stage} (\\d{1,7}\\.\\d)$`, 'm').exec(text)?.[1]));
  const rest = found.reduce((left, part) => left - part, wholeMs);
  if (!(rest >= 0)) return { asy: Math.round(wholeMs) };
  const stages = STAGES.map((stage, i) => [stage, Math.round(found[i] ?? 0)] as const);
  return { asy: Math.round(rest), ...Object.fromEntries(stages) };
}
