import type { SharedProject } from '@/core/links/link';
import { TEX_ENGINES, type TexEngine } from '@/core/submission/submission';
import { fromBase64 } from '@/components/lib/base64';

/**
 * A draft: what the person is writing, with the place of the cursor's file. Values are never changed in place, so that
 * "has it changed" is a comparison.
 */

export interface DraftFile {
  readonly name: string;
  /** A program or a text as a string; other data as it came. */
  readonly contents: string | Uint8Array;
}

export interface Draft {
  readonly id: string;
  /** What the person calls it; without one it is known by its first line. */
  readonly name?: string;
  /** In the order of the tabs; at least one. */
  readonly files: readonly DraftFile[];
  /** The name of the file that is rendered. */
  readonly main: string;
  /** The name of the file in the editor. */
  readonly active: string;
  /** The engine of TeX that the project was shared with; the person's own choice goes before it. */
  readonly engine?: TexEngine;
}

const FIRST_FILE = 'main.asy';

export function draftOf(id: string, code: string): Draft {
  return { id, files: [{ name: FIRST_FILE, contents: code }], main: FIRST_FILE, active: FIRST_FILE };
}

/** Of a shared link: as a draft of one's own. */
export function draftOfProject(id: string, { files, main, options }: SharedProject): Draft {
  const contents = files.map((file): DraftFile => ({
    name: file.name,
    contents: 'text' in file ? file.text : fromBase64(file.base64),
  }));
  const engine = TEX_ENGINES.find((known) => known === options.engine);
  return { id, files: contents, main, active: main, ...(engine && { engine }) };
}

export function contentsOf(draft: Draft, name: string): string | Uint8Array | undefined {
  return draft.files.find((file) => file.name === name)?.contents;
}

/** The text of a file; empty for data that is no text. */
export function textOf(draft: Draft, name: string): string {
  const contents = contentsOf(draft, name);
  return typeof contents === 'string' ? contents : '';
}

/** The same draft if nothing changes. */
export function withText(draft: Draft, name: string, text: string): Draft {
  if (contentsOf(draft, name) === text) return draft;
  return {
    ...draft,
    files: draft.files.map((file) => (file.name === name ? { name, contents: text } : file)),
  };
}

/** Nothing but space in the main file: there is nothing to render. */
export function isBlank(draft: Draft): boolean {
  return textOf(draft, draft.main).trim() === '';
}

/** Nothing but space in any file: there is nothing to keep. */
export function isEmpty({ files }: Draft): boolean {
  return files.every(({ contents }) => typeof contents === 'string' && contents.trim() === '');
}

/** As a submission takes them. */
export function filesOf(draft: Draft): Record<string, string | Uint8Array> {
  return Object.fromEntries(draft.files.map(({ name, contents }) => [name, contents]));
}

/** Data that was brought in anew counts as new: comparing megabytes would be felt. */
export function hasSameFiles(one: Draft, other: Draft): boolean {
  return (
    one.files === other.files ||
    (one.files.length === other.files.length &&
      one.files.every(({ name, contents }) => contentsOf(other, name) === contents))
  );
}
