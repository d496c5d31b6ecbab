import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { at } from '@/core/basePath';

/**
 * The programs in examples/, read once, with the pictures that the build drew of them. A first `npm start` does not wait
 * for these: then the product draws them when somebody looks (examples/[name]/picture).
 */

export interface ExampleFile {
  /** Of the file, without the extension. */
  readonly name: string;
  readonly code: string;
  /** The address of its picture, and the picture itself if it is an SVG that was drawn already. */
  readonly picture: string;
  readonly svg?: string;
}

let files: ReadonlyMap<string, ExampleFile> | undefined;

export function exampleFiles(): ReadonlyMap<string, ExampleFile> {
  files ??= readAll();
  return files;
}

function readAll(): ReadonlyMap<string, ExampleFile> {
  const examples = path.join(process.cwd(), 'examples');
  const gallery = path.join(process.cwd(), 'public', 'gallery');
  const pictures = listFiles(gallery);
  return new Map(
    listFiles(examples)
      .filter((file) => file.endsWith('.asy'))
      .map((file) => {
        const name = path.basename(file, '.asy');
        const code = readFileSync(path.join(examples, file), 'utf8');
        // One of an earlier program of that name does not count.
        const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
        const picture = pictures.find((other) => other.startsWith(`${name}.${hash}.`));
        const svg = picture?.endsWith('.svg') ? readFileSync(path.join(gallery, picture), 'utf8') : undefined;
        const address = picture === undefined ? `/examples/${name}/picture` : `/gallery/${picture}`;
        return [name, { name, code, picture: at(address), svg }];
      }),
  );
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
