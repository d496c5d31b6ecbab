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
type Part = Section & {
  readonly name: string;
  readonly machine: string;
  readonly measuredOn: string;
  readonly earlier?: readonly Readonly<Record<string, string>>[];
};

export function formatReport(sections: readonly Part[]): string {
  const parts = sections.map(({ name, title, rows, chart, machine, measuredOn, earlier = [] }) => {
    const lines = rows.map(([what, measured, target]) => {
      const trend = earlier.flatMap((run) => (run[what] === undefined ? [] : [short(run[what])])).reverse();
      return `| ${what} | ${measured} | ${target} | ${trend.join(', ')} |`;
    });
    const picture = chart ? [`![${title}](${name}.svg)`, ''] : [];
    const head = [`## ${title}`, '', `${measuredOn}, ${machine}.`, '', ...picture];
    return [...head, '| what | measured | target | before, oldest first |', '| --- | --- | --- | --- |', ...lines].join(
      '\n',
    );
  });
  return ['# Measured by `npm run bench`', '', parts.join('\n\n'), ''].join('\n');
}

/** Without what stands in brackets or behind a comma. */
function short(measured: string): string {
  return measured.split(/ \(|, /)[0] ?? '';
}
