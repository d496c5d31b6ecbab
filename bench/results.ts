import { readFileSync, writeFileSync } from 'node:fs';
import { drawChart } from './chart';
import { formatReport, type Section } from './report';

/** What was measured last, part by part: bench/results.json for the next run, bench/RESULTS.md for people. */

export interface Measured extends Section {
  readonly machine: string;
  readonly measuredOn: string;
  /** What was measured by earlier runs, the last one first, by what it is called. */
  readonly earlier?: readonly Readonly<Record<string, string>>[];
}

const KEPT_RUNS = 4;

const DATA = 'bench/results.json';
const REPORT = 'bench/RESULTS.md';

export function readResults(): Record<string, Measured> {
  try {
    return JSON.parse(readFileSync(DATA, 'utf8')) as Record<string, Measured>;
  } catch {
    return {};
  }
}

export function writeResults(results: Readonly<Record<string, Measured>>, order: readonly string[]): void {
  writeFileSync(DATA, `${JSON.stringify(results, undefined, 2)}\n`);
  const sections = order.flatMap((name) => (results[name] ? [{ name, ...results[name] }] : []));
  for (const { name, title, chart } of sections) if (chart) writeFileSync(`bench/${name}.svg`, drawChart(title, chart));
  writeFileSync(REPORT, formatReport(sections));
}

/** With what the last run measured behind it. Of a part of which only some was measured, the other rows stay. */
export function following(
  before: Measured | undefined,
  measured: Omit<Measured, 'earlier'>,
  isPartly = false,
): Measured {
  if (!before) return measured;
  const fresh = new Map(measured.rows.map((row) => [row[0], row]));
  const rows = isPartly ? before.rows.map((row) => fresh.get(row[0]) ?? row) : measured.rows;
  const last = Object.fromEntries(
    before.rows.filter(([what]) => fresh.has(what)).map(([what, value]) => [what, value]),
  );
  return { ...measured, rows, earlier: [last, ...(before.earlier ?? [])].slice(0, KEPT_RUNS) };
}
