/**
 * Sliders out of comments: `real a = 2; // slider 0..5 step 0.1` makes a slider for a. Moving it writes the number into
 * the code, so that what is seen is always what the code says.
 */

export interface Slider {
  readonly name: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Where the number stands in the code. */
  readonly from: number;
  readonly to: number;
}

const NUMBER = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)`;
const LINE = new RegExp(
  String.raw`^([ \t]*(?:real|int)[ \t]+(\w+)[ \t]*=[ \t]*)(${NUMBER})[ \t]*;[ \t]*\/\/[ \t]*slider[ \t]+(${NUMBER})[ \t]*\.\.[ \t]*(${NUMBER})(?:[ \t]+step[ \t]+(${NUMBER}))?[ \t]*$`,
  'gm',
);
const DEFAULT_STEPS = 100;

export function findSliders(code: string): Slider[] {
  return [...code.matchAll(LINE)].flatMap((match) => {
    const [, lead = '', name = '', number = '', low, high, step] = match;
    const [min, max] = [Number(low), Number(high)];
    if (!(min < max)) return [];
    const from = match.index + lead.length;
    return [
      {
        name,
        value: Number(number),
        min,
        max,
        step: step !== undefined && Number(step) > 0 ? Number(step) : (max - min) / DEFAULT_STEPS,
        from,
        to: from + number.length,
      },
    ];
  });
}

/** The code with the slider at `value`, which is written with no more digits than its step has. */
export function withSlider(code: string, { from, to, step }: Slider, value: number): string {
  const digits = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0;
  return `${code.slice(0, from)}${Number(value.toFixed(digits))}${code.slice(to)}`;
}
