import { createHash, randomBytes } from 'node:crypto';

/** Ids nobody can guess, with a letter for what they name; fit for a part of a blob's name. */
export function newId(letter: 't' | 'g' | 'k'): string {
  return `${letter}${randomBytes(12).toString('base64url')}`;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
