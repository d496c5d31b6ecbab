import { z } from 'zod';
import { LINK_LIMITS } from './limits';

/** A shared link: a project, its options and its picture, under an address that cannot be guessed (docs/sharing.md). */

export const projectFile = z.union([
  z.object({ name: z.string(), text: z.string() }),
  z.object({ name: z.string(), base64: z.base64() }),
]);
export type ProjectFile = Readonly<z.infer<typeof projectFile>>;

export const sharedProject = z.object({
  files: z.array(projectFile).min(1),
  main: z.string(),
  /** As `POST /render` takes them. */
  options: z.record(z.string(), z.unknown()),
});
export type SharedProject = Readonly<z.infer<typeof sharedProject>>;

/** What is known of a link without its project. */
export const storedLink = z.object({
  id: z.string(),
  title: z.string(),
  /** What the picture shows, if the program tells. */
  alt: z.string().optional(),
  createdAtMs: z.coerce.number(),
  updatedAtMs: z.coerce.number(),
  /** Absent: it stays until it is deleted. */
  expiresAtMs: z.coerce.number().optional(),
  /** Counts the updates, from 1. */
  revision: z.coerce.number().int(),
  /** Absent if the program draws nothing. */
  pictureFormat: z.enum(['svg', 'png', 'html']).optional(),
  /** CSS pixels. */
  width: z.coerce.number().optional(),
  height: z.coerce.number().optional(),
  /** Who made it, as fairness counts. */
  client: z.string(),
});
export type StoredLink = Readonly<z.infer<typeof storedLink>>;

export interface SharedLink extends StoredLink {
  readonly project: SharedProject;
}

/** Hexadecimal: 96 bits that nobody guesses. */
export const LINK_ID = /^[0-9a-f]{24}$/;

export const expiryDays = z.number().min(0.001).max(LINK_LIMITS.maxExpiryDays);

/** The program to read, of a project that may have data files too. */
export function mainText({ files, main }: SharedProject): string {
  const file = files.find(({ name }) => name === main);
  return file !== undefined && 'text' in file ? file.text : '';
}
