import { cpus, loadavg, totalmem } from 'node:os';
import { measureAdmin } from './admin';
import { measureAsyonline } from './asyonline';
import { measureBrowser } from './browser';
import { measureDocuments } from './documents';
import { measureEstimates } from './estimates';
import { measureJail } from './jail';
import { measureHostile } from './hostile';
import { measureIdle } from './memory';
import type { Section } from './report';
import { measureMovies } from './movies';
import { measurePeriodic } from './periodic';
import { measurePrc } from './prc';
import { measureQueue } from './queue';
import { measureRender } from './render';
import { following, readResults, writeResults } from './results';
import { measureSchedule } from './schedule';
import { measureShare } from './share';
import { measureSpeed } from './speed';
import { measureTaskGraphs } from './taskgraph';
import { measureThroughput } from './throughput';
import { measureOverhead } from './overhead';
import { measureWaits } from './waiting';

/**
 * Entry of `npm run bench`: measures everything and writes bench/RESULTS.md. `--only=NAME` measures one part and keeps
 * the others as they were; `--quick` takes under a minute and writes nothing. Half an hour of hostility may be cut:
 * `--only=hostile --kind=shells --seconds=10`.
 */

const quick = process.argv.includes('--quick');
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = option('only');

const MEASUREMENTS: Record<string, () => Promise<Section>> = {
  idle: () => measureIdle(),
  jail: () => measureJail(quick ? 15 : 100),
  way: () => measureOverhead(quick ? 20 : 100),
  speed: () => measureSpeed(quick ? 5 : 20, quick),
  ...(quick ? {} : { movies: () => measureMovies(10) }),
  ...(quick ? {} : { asyonline: () => measureAsyonline(20), queue: () => measureQueue(100, 10_000) }),
  ...(quick ? {} : { schedule: async () => measureSchedule(), estimates: () => measureEstimates(5000, 4) }),
  ...(quick ? {} : { admin: () => measureAdmin(10) }),
  ...(quick ? {} : { throughput: () => measureThroughput(60) }),
  share: () => measureShare(quick ? 60 : 200),
  render: () => (quick ? measureRender(5000, 10, 1000) : measureRender(40_000, 60, 10_000)),
  ...(quick && only !== 'hostile'
    ? {}
    : { hostile: () => measureHostile(Number(option('seconds') ?? (quick ? 4 : 60)), option('kind')) }),
  ...(quick && only !== 'browser' ? {} : { browser: () => measureBrowser(quick ? 5 : 20) }),
  ...(quick && only !== 'waits' ? {} : { waits: () => measureWaits(quick ? 10 : 30) }),
  documents: () => measureDocuments(quick ? 1 : 5),
  prc: () => measurePrc(quick ? 60_000 : 600_000),
  graphs: () => measureTaskGraphs(quick ? 2000 : 10_000),
  periodic: () => (quick ? measurePeriodic(20_000, 10_000, 50_000) : measurePeriodic(100_000, 50_000, 1_000_000)),
};

const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const results = readResults();
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (only !== undefined && only !== name) continue;
  console.log(`measuring: ${name}`);
  const section = await measure();
  // Others may use the machine: times mean little without this.
  const load = `load ${(loadavg()[0] ?? NaN).toFixed(1)} at the end`;
  const measuredOn = new Date().toISOString().slice(0, 10);
  const isPartly = option('kind') !== undefined;
  results[name] = following(results[name], { ...section, machine: `${machine}, ${load}`, measuredOn }, isPartly);
  for (const row of section.rows) console.log(`  ${row.join('   ')}`);
  // What was measured is kept at once: a whole run takes long.
  if (!quick) writeResults(results, Object.keys(MEASUREMENTS));
}
process.exit(0);
