// `npm run soak`: the long runs (hundreds of kills, thousands of sequences), of which `npm test` runs small versions.
import { spawnSync } from 'node:child_process';
import { setUp } from './setup/setup.mjs';

if (!(await setUp({ development: true, tests: true }))) process.exit(1);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'soak', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
