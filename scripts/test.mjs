// `npm test`: sets up all it needs, then runs every test, and ends with one line that counts them.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildIfChanged, setUp } from './setup/setup.mjs';

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, group: string, run: () => Promise<Count>, alongside?: boolean }} Stage
 */

const REPORTS = 'test-results';
const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;

/** @type {Stage[]} */
const STAGES = [
  {
    name: 'format',
    group: 'check',
    alongside: true,
    run: () => whole(bin('prettier'), ['--check', '--log-level', 'warn', '.']),
  },
  { name: 'lint', group: 'check', alongside: true, run: () => whole(bin('eslint'), ['--max-warnings', '0', '.']) },
  { name: 'types', group: 'check', alongside: true, run: () => whole(bin('tsc'), ['-p', '.']) },
  { name: 'unit', group: 'check', run: () => vitest('unit') },
  { name: 'integration', group: 'integration', run: () => vitest('integration') },
  { name: 'attacks', group: 'attacks', run: () => vitest('attacks') },
  { name: 'browser', group: 'browser', run: () => playwright() },
];

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const groups = [...new Set(STAGES.map((stage) => stage.group))];
if (only !== undefined && !groups.includes(only)) {
  console.error(`--only ${only} is not known; there are: ${groups.join(', ')}`);
  process.exit(2);
}

const ready = await setUp({ tests: true, install: !process.argv.includes('--no-install') }).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return false;
});
if (!ready) process.exit(1);
mkdirSync(REPORTS, { recursive: true });
if (only !== 'check') await buildIfChanged();

/** @type {Count} */
const total = { passed: 0, failed: 0 };
const stages = STAGES.filter((one) => only === undefined || one.group === only);
// The tools that only read run side by side: each is one thread, and there are two cores.
await Promise.all(stages.filter((stage) => stage.alongside).map(runStage));
for (const stage of stages.filter((one) => !one.alongside)) await runStage(stage);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** @param {Stage} stage */
async function runStage(stage) {
  const started = Date.now();
  console.log(`== ${stage.name}`);
  const count = await stage.run();
  total.passed += count.passed;
  total.failed += count.failed;
  console.log(
    `== ${stage.name}: ${count.passed} passed, ${count.failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}

/**
 * A tool that passes or fails as a whole counts as one test.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function whole(file, args) {
  const code = await run(file, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} project
 * @returns {Promise<Count>}
 */
async function vitest(project) {
  const report = `${REPORTS}/${project}.json`;
  rmSync(report, { force: true });
  const code = await run(bin('vitest'), [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
    '--passWithNoTests',
  ]);
  const found = read(report);
  const failed = Number(found?.numFailedTests ?? 0);
  return { passed: Number(found?.numPassedTests ?? 0), failed: code === 0 ? failed : Math.max(1, failed) };
}

/** @returns {Promise<Count>} */
async function playwright() {
  const report = `${REPORTS}/browser.json`;
  rmSync(report, { force: true });
  const code = await run('node', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = read(report)?.stats;
  const failed = Number(stats?.unexpected ?? 0);
  return {
    passed: Number(stats?.expected ?? 0) + Number(stats?.flaky ?? 0),
    failed: code === 0 ? failed : Math.max(1, failed),
  };
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
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {Promise<number | null>}
 */
function run(file, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
    });
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
}
