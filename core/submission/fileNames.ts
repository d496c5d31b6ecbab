import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { SUBMISSION_LIMITS } from '@/core/limits';

/** Which names a file of a submission may have (docs/asyonline.md, 5 and 6). */

interface FileNameLimits {
  readonly maxNameBytes: number;
  /** Without the dot; `asy` is always allowed, and `*` is any of a few letters and digits. */
  readonly dataExtensions: readonly string[];
}

const encoder = new TextEncoder();

/** A slash of either kind, a control character, or half of a surrogate pair, which no file system can store. */
const FORBIDDEN = /[/\\\p{Cc}\p{Cs}]/u;

const ANY = '*';
const PLAIN = new RegExp(`^[a-z0-9]{1,${SUBMISSION_LIMITS.maxExtensionCharacters}}$`, 'i');

/** Says what is wrong with the name; undefined when it is fine. */
export function checkFileName(name: string, limits: FileNameLimits): Failure | undefined {
  // No character takes less than a byte: a hopeless length is refused before the name is quoted or encoded.
  if (name.length > limits.maxNameBytes || encoder.encode(name).length > limits.maxNameBytes) {
    return failure('bad-file', explained('nameTooLong', { most: limits.maxNameBytes }));
  }
  const quoted = { name: JSON.stringify(name) };
  if (FORBIDDEN.test(name)) {
    return failure('bad-file', explained('nameForbidden', quoted));
  }
  if (name.startsWith('-') || name.startsWith('.')) {
    return failure('bad-file', explained('nameStart', quoted));
  }
  const extension = fileExtension(name);
  if (extension === 'asy' || limits.dataExtensions.includes(extension)) return undefined;
  if (limits.dataExtensions.includes(ANY)) {
    // A program under another name would be data that nobody can import.
    const isPlain = PLAIN.test(extension) && extension.toLowerCase() !== 'asy';
    return isPlain ? undefined : failure('bad-file', explained('nameExtension', quoted));
  }
  const endings = ['asy', ...limits.dataExtensions].map((known) => `.${known}`).join(', ');
  return failure('bad-file', explained('nameEnding', { ...quoted, endings }));
}

/** The main file is a program, never data. */
export function isProgramName(name: string): boolean {
  return fileExtension(name) === 'asy';
}

function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}
