// The drop-in `asy` where something is to be drawn; `asy` beside it starts this. A package brings it in one file.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('./asy.bundle.mjs', import.meta.url);

async function load() {
  if (existsSync(bundle)) return import(bundle.href);
  const { bundleCli } = await import('./bundle.mjs');
  const code = await bundleCli(fileURLToPath(new URL('./dropIn/entry.ts', import.meta.url)));
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const { main } = await load();
process.exitCode = await main(process.argv.slice(2), fileURLToPath(new URL('./asy', import.meta.url)));
