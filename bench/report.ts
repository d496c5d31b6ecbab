/** A part of bench/RESULTS.md: what was measured, the number, and what it is held to. */
export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [what: string, measured: string, target: string])[];
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function formatReport(sections: readonly (Section & { machine: string; measuredOn: string })[]): string {
  const parts = sections.map(({ title, rows, machine, measuredOn }) => {
    const lines = rows.map(([what, measured, target]) => `| ${what} | ${measured} | ${target} |`);
    const head = [`## ${title}`, '', `${measuredOn}, ${machine}.`, ''];
    return [...head, '| what | measured | target |', '| --- | --- | --- |', ...lines].join('\n');
  });
  return ['# Measured by `npm run bench`', '', parts.join('\n\n'), ''].join('\n');
}
