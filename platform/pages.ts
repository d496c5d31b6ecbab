import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  lstatSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';
import { holdLock } from './dataFolder';

/**
 * The built pages for the path that they are served below. They are built once, for a path that stands for any
 * (scripts/build.mjs), and copied for the one in use, with its name in the place of that one: seconds, not minutes. Beside
 * each script and style sheet stands a smaller one for browsers that read it (server/pageFiles.ts).
 */

/** Also in scripts/build.mjs. No text of ours has it. */
const ANY_PATH = '/__asyground_base__';
const BUILT = '.next';
/** Beside the build: links in it lead out of it. */
const COPY = '.next-';
/** Of the build, what serves pages; not its cache and its notes. */
const PARTS = /^(?:BUILD_ID|server|static|node_modules|build|[\w-]+\.(?:js|json))$/;
/** What is made smaller, and by how much effort: beyond this size the most of it takes seconds. */
const COMPRESSED = /\.(?:js|css)$/;
const LARGE_BYTES = 300_000;
const EFFORT = { small: 10, large: 9 } as const;

/** Of earlier builds and other paths that nobody serves. */
const MAX_COPIES = 4;
/** The kernel's list of sockets: it has the names that others hold. */
const HELD_NAMES = '/proc/net/unix';

/** The folder with the pages for this path (empty, or `/asy`), below the project. */
export function pagesFor(projectFolder: string, basePath: string): Result<string> {
  const built = path.join(projectFolder, BUILT);
  if (!existsSync(path.join(built, 'BUILD_ID')))
    return refusal(failure('config', 'The pages are not built. Run npm run build, or npm start.'));
  const id = readFileSync(path.join(built, 'BUILD_ID'), 'utf8');
  const name = createHash('sha256').update(`${id}\0${basePath}\0brotli`).digest('hex').slice(0, 16);
  const folder = `${COPY}${name}`;
  const target = path.join(projectFolder, folder);
  try {
    if (existsSync(target)) touch(target);
    else makeCopy(built, target, basePath);
    return success(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const sentence = `The pages for BASE_PATH cannot be copied in ${projectFolder}: ${why}. Start once as its owner.`;
    return refusal(failure('config', sentence));
  }
}

/** As long as the process lives, no other start removes these pages. */
export async function holdPages(folder: string): Promise<void> {
  await holdLock(`${heldName(folder)}${process.pid}`);
}

function heldName(folder: string): string {
  return `pages:${folder}:`;
}

/** It is in use. Whoever may not write there removes nothing either. */
function touch(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    return;
  }
}

function makeCopy(built: string, target: string, basePath: string): void {
  const unfinished = `${target}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const part of readdirSync(built).filter((name) => PARTS.test(name)))
    cpSync(path.join(built, part), path.join(unfinished, part), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(unfinished, { recursive: true, encoding: 'utf8' }))
    replaceIn(path.join(unfinished, name), basePath);
  if (basePath === '') dropRedirectToNowhere(unfinished);
  compressFiles(path.join(unfinished, 'static'));
  // Another start may have been quicker.
  if (existsSync(target)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, target);
  removeOld(path.dirname(target), path.basename(target));
}

function replaceIn(file: string, basePath: string): void {
  if (!lstatSync(file).isFile()) return;
  const bytes = readFileSync(file);
  if (!bytes.includes(ANY_PATH)) return;
  writeFileSync(file, bytes.toString('latin1').replaceAll(ANY_PATH, basePath), 'latin1');
}

function compressFiles(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.filter((one) => COMPRESSED.test(one))) {
    const bytes = readFileSync(path.join(folder, name));
    const effort = bytes.length > LARGE_BYTES ? EFFORT.large : EFFORT.small;
    const params = { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

/** Next sends whoever asks for the path with a slash to the one without; there is none where both are empty. */
function dropRedirectToNowhere(folder: string): void {
  const file = path.join(folder, 'routes-manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { redirects: { destination: string }[] };
  const redirects = manifest.redirects.filter(({ destination }) => destination !== '');
  writeFileSync(file, JSON.stringify({ ...manifest, redirects }));
}

function removeOld(projectFolder: string, newest: string): void {
  const ageOf = (name: string) => statSync(path.join(projectFolder, name)).mtimeMs;
  const held = readFileSync(HELD_NAMES, 'utf8');
  const copies = readdirSync(projectFolder).filter(
    (name) => name.startsWith(COPY) && name !== newest && !held.includes(heldName(name)),
  );
  const newestFirst = copies.sort((a, b) => ageOf(b) - ageOf(a));
  for (const old of newestFirst.slice(MAX_COPIES - 1))
    rmSync(path.join(projectFolder, old), { recursive: true, force: true });
}
