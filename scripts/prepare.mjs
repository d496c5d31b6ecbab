// The first half of `npm start`: sets up and builds. scripts/start runs the product after it.
import { setUp } from './setup/setup.mjs';

const words = process.argv.slice(2);
try {
  const [checkOnly, fullTex, development] = ['--no-install', '--full-tex', '--dev'].map((word) => words.includes(word));
  const ready = await setUp({ development, install: !checkOnly, fullTex, build: development ? 'public' : 'all' });
  if (!ready) process.exit(1);
} catch (error) {
  process.stderr.write(`Asyground could not start. ${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
