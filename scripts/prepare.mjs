// The first half of `npm start`: sets up and builds. scripts/start runs the product after it.
import { setUp } from './setup/setup.mjs';

const words = process.argv.slice(2);
const isSaid = (/** @type {string} */ word) => words.includes(word);
try {
  const [install, fullTex, development] = [!isSaid('--no-install'), isSaid('--full-tex'), isSaid('--dev')];
  // Whoever starts for the first time waits long enough; an image is built once.
  const gallery = isSaid('--with-gallery');
  const ready = await setUp({ development, install, fullTex, gallery, build: development ? 'public' : 'all' });
  if (!ready) process.exit(1);
} catch (error) {
  process.stderr.write(`Asyground could not start. ${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
