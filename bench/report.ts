import type { Chart } from './chart';

/** A part of bench/RESULTS.md: what was measured, the number, and what it is held to. */
export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [what: string, measured: string, target: string])[];
  readonly chart?: Chart;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** `name`: of the section, and of the file that its chart is in. */
type Part = Section & { readonly name: string; readonly machine: string; readonly measuredOn: string };

export function formatReport(sections: readonly Part[]): string {
  const parts = sections.map(({ name, title, rows, chart, machine, measuredOn }) => {
    const lines = rows.map(([what, measured, target]) => `| ${what} | ${measured} | ${target} |`);
    const picture = chart ? [`![${title}](${name}.svg)`, ''] : [];
    const head = [`## ${title}`, '', `${measuredOn}, ${machine}.`, '', ...picture];
    return [...head, '| what | measured | target |', '| --- | --- | --- |', ...lines].join('\n');
  });
  return ['# Measured by `npm run bench`', '', parts.join('\n\n'), ''].join('\n');
}
