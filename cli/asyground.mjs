#!/usr/bin/env node
// The command line; called by the name `asy` it is the drop-in. A package brings each in one file; in a checkout they are
// put together from their sources.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const isAsy = path.parse(process.argv[1] ?? '').name === 'asy';
const bundle = new URL(isAsy ? './asy.bundle.mjs' : './asyground.bundle.mjs', import.meta.url);

async function load() {
  if (existsSync(bundle)) return import(bundle.href);
  const { bundleCli } = await import('./bundle.mjs');
  const code = await bundleCli(fileURLToPath(new URL(isAsy ? './asy/entry.ts' : './main.ts', import.meta.url)));
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const { main } = await load();
const { version } = isAsy ? {} : JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
process.exitCode = await main(process.argv.slice(2), version);
