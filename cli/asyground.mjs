#!/usr/bin/env node
// The command line. A package brings it in one file; in a checkout it is put together from its sources.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bundle = new URL('./asyground.bundle.mjs', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

async function load() {
  if (existsSync(bundle)) return import(bundle.href);
  const { bundleCli } = await import('./bundle.mjs');
  const code = await bundleCli(fileURLToPath(new URL('./main.ts', import.meta.url)));
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const { main } = await load();
process.exitCode = await main(process.argv.slice(2), version);
