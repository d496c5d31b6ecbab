import { z } from 'zod';
import { TEX_ENGINES } from '@/core/submission/submission';
import { translatorOf } from '@/components/lib/translator';
import { textOf, type Draft } from './draft';
import type { Picture } from './picture';

/** A version of a draft in the history, with a small picture of it. */
export interface Version {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What the person calls it. */
  readonly name?: string;
  /** Saved or named on purpose: it outlives the others. */
  readonly isKept: boolean;
  readonly draft: Draft;
  readonly picture?: VersionPicture;
}

export interface VersionPicture {
  readonly format: string;
  readonly bytes: Uint8Array;
}

const bytesSchema = z.instanceof(Uint8Array);

export const versionSchema: z.ZodType<Version> = z.object({
  id: z.string(),
  at: z.number(),
  name: z.string().optional(),
  isKept: z.boolean(),
  draft: z.object({
    id: z.string(),
    files: z.array(z.object({ name: z.string(), contents: z.union([z.string(), bytesSchema]) })).min(1),
    main: z.string(),
    active: z.string(),
    name: z.string().optional(),
    engine: z.enum(TEX_ENGINES).optional().catch(undefined),
  }),
  picture: z.object({ format: z.string(), bytes: bytesSchema }).optional(),
});

/** A larger one would cost more room than it is worth. */
const MAX_PICTURE_BYTES = 256 * 1024;

export function versionPicture(picture: Picture | undefined): VersionPicture | undefined {
  if (picture === undefined || !['svg', 'png'].includes(picture.format)) return undefined;
  return picture.bytes.length > MAX_PICTURE_BYTES ? undefined : { format: picture.format, bytes: picture.bytes };
}

const MAX_TITLE_CHARACTERS = 80;

/** Its name, or else the first words of the program: a comment that says what it is, or whatever it begins with. */
export function titleOf(draft: Draft): string {
  const title = draft.name ?? headingOf(draft) ?? firstLine(draft).trim();
  return title === '' ? translatorOf('model')('emptyVersion') : title.slice(0, MAX_TITLE_CHARACTERS);
}

/** Of a program that begins with a comment: what it says. */
export function headingOf(draft: Draft): string | undefined {
  return /^\s*\/{2,}\s*(\S.*)/.exec(firstLine(draft))?.[1]?.trim().slice(0, MAX_TITLE_CHARACTERS);
}

/** Of the main file, or where that is empty, of the first that is not. */
function firstLine(draft: Draft): string {
  const texts = [draft.main, ...draft.files.map(({ name }) => name)].map((name) => textOf(draft, name));
  const text = texts.find((one) => one.trim() !== '') ?? '';
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}

/** Those that go when there are more than `max`, or more bytes: the oldest of those that nobody saved or named. */
export function surplus(versions: readonly Version[], max: number, maxBytes: number): Version[] {
  const worthFirst = [...versions].sort((a, b) => Number(b.isKept) - Number(a.isKept) || b.at - a.at);
  let bytes = 0;
  return worthFirst.filter((version, index) => {
    bytes += bytesOf(version);
    return !version.isKept && (index >= max || bytes > maxBytes);
  });
}

/** Roughly: letters count as one. */
export function bytesOf({ draft, picture }: Version): number {
  return draft.files.reduce((sum, { contents }) => sum + contents.length, picture?.bytes.length ?? 0);
}
