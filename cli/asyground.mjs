#!/usr/bin/env node
// The command line. A package brings it in one file; in a checkout it is put together from its sources.
import { spawnSync } from 'node:child_process';
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

/** Backups are made on the server's own machine, by a part of the server. */
function runBackup(/** @type {string[]} */ words) {
  const program = fileURLToPath(new URL('../dist/backup.mjs', import.meta.url));
  if (existsSync(program)) return spawnSync(process.execPath, [program, ...words], { stdio: 'inherit' }).status ?? 1;
  console.error(`asyground: ${words[0]} needs a checkout that has been started once; run it on the server's machine.`);
  return 2;
}

const words = process.argv.slice(2);
if (words[0] === 'backup' || words[0] === 'restore') process.exitCode = runBackup(words);
else process.exitCode = await (await load()).main(words, version);
