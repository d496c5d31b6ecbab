// `npm run bench`: sets up, builds, and measures (bench/main.ts).
import { spawnSync } from 'node:child_process';
import { setUp } from './setup/setup.mjs';

if (!(await setUp({ development: true, tests: true }))) process.exit(1);
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
