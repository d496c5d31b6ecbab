import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { measureJail } from './jail';
import { measureIdle } from './memory';
import { formatReport, type Section } from './report';
import { measurePeriodic } from './periodic';
import { measurePrc } from './prc';
import { measureWay } from './way';

/** Entry of `npm run bench`: measures everything and writes bench/RESULTS.md. `--quick` takes under a minute. */

const quick = process.argv.includes('--quick');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);

const MEASUREMENTS: Record<string, () => Promise<Section>> = {
  idle: () => measureIdle(),
  jail: () => measureJail(quick ? 15 : 100),
  way: () => measureWay(quick ? 20 : 100),
  prc: () => measurePrc(quick ? 60_000 : 600_000),
  periodic: () => (quick ? measurePeriodic(20_000, 10_000, 50_000) : measurePeriodic(100_000, 50_000, 1_000_000)),
};

const sections: Section[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (only !== undefined && only !== name) continue;
  console.log(`measuring: ${name}`);
  const section = await measure();
  sections.push(section);
  for (const row of section.rows) console.log(`  ${row.join('   ')}`);
}
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.`;
if (only === undefined && !quick) writeFileSync('bench/RESULTS.md', formatReport(sections, machine));
process.exit(0);
