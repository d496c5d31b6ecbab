// The first half of `npm start`: sets up and builds. scripts/start runs the product after it.
import { buildIfChanged, preparePublic, setUp } from './setup/setup.mjs';

const words = process.argv.slice(2);
try {
  const [install, fullTex] = [!words.includes('--no-install'), words.includes('--full-tex')];
  const ready = await setUp({ tests: false, install, fullTex });
  if (!ready) process.exit(1);
  if (words.includes('--dev')) await preparePublic();
  else await buildIfChanged();
} catch (error) {
  process.stderr.write(`Asyground could not start. ${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
