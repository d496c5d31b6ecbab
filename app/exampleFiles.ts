import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describeExample, type Example } from '@/components/model/example';

/** The programs in examples/, read once, with the pictures that the build drew of them. */

export interface ExampleFile extends Example {
  readonly code: string;
  /** The picture itself. */
  readonly svg?: string;
}

let files: ReadonlyMap<string, ExampleFile> | undefined;

export function exampleFiles(): ReadonlyMap<string, ExampleFile> {
  files ??= readAll();
  return files;
}

/** Without code and pictures: what a page needs to list them. */
export function exampleList(): Example[] {
  return [...exampleFiles().values()].map(({ name, title, about, group, picture }) => ({
    name,
    title,
    about,
    group,
    picture,
  }));
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
        const picture = pictures.find((other) => other.startsWith(`${name}.`));
        const svg = picture && readFileSync(path.join(gallery, picture), 'utf8');
        return [name, { ...describeExample(name, code, picture && `/gallery/${picture}`), code, svg }];
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
