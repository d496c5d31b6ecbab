// `npm test`: sets up all it needs, then runs every test, and ends with one line that counts them.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setUp } from './setup/setup.mjs';

/**
 * A test that passed only when it was tried again is flaky: neither passed nor failed, and named at the end.
 * @typedef {{ passed: number, failed: number, flaky?: string[] }} Count
 * @typedef {{ name: string, group: string, run: () => Promise<Count> }} Stage
 */

const REPORTS = 'test-results';
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const FORMAT = ['--check', '--log-level', 'warn', '.'];

/**
 * Two tracks side by side, one for each of two cores, about equally long: what looks at the code, and what starts and kills
 * products; and what people do with one product in a browser.
 * @type {Stage[][]}
 */
const TRACKS = [
  [
    { name: 'format', group: 'check', run: () => whole('format', bin('prettier'), FORMAT) },
    { name: 'types', group: 'check', run: () => whole('types', bin('tsc'), ['-p', '.']) },
    { name: 'unit', group: 'check', run: () => vitest('unit') },
    { name: 'lint', group: 'check', run: () => whole('lint', bin('eslint'), ['--max-warnings', '0', '.']) },
    { name: 'attacks', group: 'attacks', run: () => vitest('attacks') },
    { name: 'integration', group: 'integration', run: () => vitest('integration') },
  ],
  [{ name: 'browser', group: 'browser', run: () => playwright() }],
];
const STAGES = TRACKS.flat();

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const groups = [...new Set(STAGES.map((stage) => stage.group))];
if (only !== undefined && !groups.includes(only)) {
  console.error(`--only ${only} is not known; there are: ${groups.join(', ')}`);
  process.exit(2);
}

const ready = await setUp({
  development: true,
  tests: true,
  install: !process.argv.includes('--no-install'),
  build: only === 'check' ? 'nothing' : 'all',
}).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return false;
});
if (!ready) process.exit(1);
mkdirSync(REPORTS, { recursive: true });

const total = { passed: 0, failed: 0, flaky: /** @type {string[]} */ ([]) };
await Promise.all(TRACKS.map(runTrack));
if (total.flaky.length > 0) console.log(`\n${total.flaky.length} flaky, passed only when tried again:`);
for (const name of total.flaky) console.log(`  ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** @param {Stage[]} track */
async function runTrack(track) {
  for (const stage of track) if (only === undefined || stage.group === only) await runStage(stage);
}

/** @param {Stage} stage */
async function runStage(stage) {
  const started = Date.now();
  console.log(`== ${stage.name}`);
  const count = await stage.run();
  total.passed += count.passed;
  total.failed += count.failed;
  const flaky = count.flaky ?? [];
  total.flaky.push(...flaky);
  const counted = `${count.passed} passed, ${count.failed} failed, ${flaky.length} flaky`;
  console.log(`== ${stage.name}: ${counted} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * A tool that passes or fails as a whole counts as one test.
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function whole(name, file, args) {
  const code = await run(name, file, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} project
 * @returns {Promise<Count>}
 */
async function vitest(project) {
  const report = `${REPORTS}/${project}.json`;
  const flakyReport = `${REPORTS}/${project}.flaky.json`;
  for (const file of [report, flakyReport]) rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/flakyReporter.mjs'];
  const args = ['run', '--project', project, ...reporters, `--outputFile=${report}`];
  const code = await run(project, bin('vitest'), args, { FLAKY_REPORT: flakyReport });
  const found = read(report);
  /** @type {string[]} */
  const flaky = read(flakyReport) ?? [];
  const failed = Number(found?.numFailedTests ?? 0);
  const passed = Number(found?.numPassedTests ?? 0) - flaky.length;
  return { passed, failed: code === 0 ? failed : Math.max(1, failed), flaky };
}

/** @returns {Promise<Count>} */
async function playwright() {
  const report = `${REPORTS}/browser.json`;
  rmSync(report, { force: true });
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
  const code = await run('browser', 'node', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const found = read(report);
  const failed = Number(found?.stats?.unexpected ?? 0);
  return {
    passed: Number(found?.stats?.expected ?? 0),
    failed: code === 0 ? failed : Math.max(1, failed),
    flaky: (found?.suites ?? []).flatMap(flakySpecs),
  };
}

/**
 * @typedef {{ title: string, suites?: Suite[], specs?: { title: string, tests: { status: string }[] }[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakySpecs({ title, suites = [], specs = [] }) {
  const own = specs.filter((spec) => spec.tests.some(({ status }) => status === 'flaky')).map((spec) => spec.title);
  return [...own, ...suites.flatMap(flakySpecs)].map((name) => `${title}: ${name}`);
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Each line it prints begins with its name: two may speak at a time.
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<number | null>}
 */
function run(name, file, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
    });
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
}
