// `npm run bench`: sets up, builds, and measures (bench/main.ts).
import { spawnSync } from 'node:child_process';
import { buildIfChanged, setUp } from './setup/setup.mjs';

if (!(await setUp({ tests: true, install: true }))) process.exit(1);
await buildIfChanged();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
