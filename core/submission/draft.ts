import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { checkFileName, isProgramName } from './fileNames';
import type { SubmissionLimits } from './limits';
import { mergeOptions, type OptionsArgs } from './options';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission, type SubmissionOptions } from './submission';
import { RESTORE_NOT_ENABLED } from './texts';

/**
 * A draft: the submission while a client still puts it together (docs/asyonline.md, 5, 6 and 8 to 13).
 *
 * It holds each added name once, either with its bytes or as a hash still to be restored, and keeps two invariants:
 * the number of names and the sums of the bytes it holds never exceed the limits.
 */

/** What the client may do with it. */
export interface Features {
  /** It is for a shell instead of a render. */
  readonly interactive: boolean;
  /** Files may be named by their hash when their contents were sent before. */
  readonly restore: boolean;
}

export interface AddArgs {
  readonly filename: string;
  /** Lower case. */
  readonly hash?: string;
  readonly restore?: boolean;
  /** How its bytes are packed on the way; its hash is that of the file itself. */
  readonly encoding?: 'deflate';
}

interface MissingFile {
  readonly filename: string;
  readonly hash: string;
}

type DraftFile = { readonly bytes: Uint8Array } | { readonly restoreHash: string };

export class Draft {
  options: SubmissionOptions = DEFAULT_SUBMISSION_OPTIONS;
  /** Whether any file was ever asked back by its hash: it binds the client in stage 2 (docs/asyonline.md, 22). */
  usedRestore = false;
  private readonly files = new Map<string, DraftFile>();
  private sourceBytes = 0;
  /** Of the `.asy` files among them. */
  private programBytes = 0;

  constructor(
    private readonly features: Features,
    private readonly limits: SubmissionLimits,
    private readonly sha256: (bytes: Uint8Array) => string,
  ) {}

  /** What is wrong with an `add` before its bytes are seen. */
  checkAdd(args: AddArgs): Failure | undefined {
    if (args.restore === true && !this.features.restore) return failure('restore', RESTORE_NOT_ENABLED);
    if (args.restore === true && args.hash === undefined) {
      return failure('restore', '\'add\' with "restore" expects "hash" to be the SHA-256 of the file.');
    }
    const badName = checkFileName(args.filename, this.limits);
    if (badName !== undefined) return badName;
    if (!this.files.has(args.filename) && this.files.size >= this.limits.maxFiles) {
      return failure('too-many', explained('tooManyFiles', { most: this.limits.maxFiles }));
    }
    return undefined;
  }

  addBytes(args: AddArgs, bytes: Uint8Array): Failure | undefined {
    this.forget(args.filename);
    // The size first: nobody may make the server hash more than the limit.
    const tooLarge = this.keep(args.filename, bytes);
    if (tooLarge !== undefined) return tooLarge;
    if (args.hash !== undefined && this.sha256(bytes) !== args.hash) {
      return failure('restore', `The contents of ${JSON.stringify(args.filename)} do not have the given hash.`);
    }
    return undefined;
  }

  addRestore(filename: string, hash: string): void {
    this.forget(filename);
    this.files.set(filename, { restoreHash: hash });
    this.usedRestore = true;
  }

  mergeOptions(args: OptionsArgs): Failure | undefined {
    const merged = mergeOptions(this.options, args, this.features, this.limits.maxDurationSeconds);
    if (!merged.ok) return merged.failure;
    this.options = merged.value;
    return undefined;
  }

  shorten(durationSeconds: number): void {
    this.options = { ...this.options, durationSeconds };
  }

  checkMain(main: string | undefined): Failure | undefined {
    if (this.features.interactive) return undefined;
    if (main === undefined || !this.files.has(main)) {
      return failure('bad-file', '\'start\' expects "main" to be the name of an added file.');
    }
    if (!isProgramName(main)) return failure('bad-file', '\'start\' expects "main" to be an .asy file.');
    return undefined;
  }

  /** Each hash once. */
  hashesToRestore(): string[] {
    return [...new Set(this.unresolved().map((file) => file.hash))];
  }

  /** In the order of the adds. */
  unresolved(): readonly MissingFile[] {
    const list = [];
    for (const [filename, file] of this.files) {
      if ('restoreHash' in file) list.push({ filename, hash: file.restoreHash });
    }
    return list;
  }

  /** Puts the found contents in place; what was not found stays unresolved. */
  restore(contents: ReadonlyMap<string, Uint8Array>): Failure | undefined {
    for (const [filename, file] of this.files) {
      const bytes = 'restoreHash' in file ? contents.get(file.restoreHash) : undefined;
      const tooLarge = bytes && this.keep(filename, bytes);
      if (tooLarge) return tooLarge;
    }
    return undefined;
  }

  /** Only when `main` was checked and nothing is unresolved. The draft lets go of the files: waiting may be long. */
  handOver(main: string | undefined): Submission {
    const files = new Map<string, Uint8Array>();
    for (const [filename, file] of this.files) {
      if ('bytes' in file) files.set(filename, file.bytes);
    }
    this.files.clear();
    if (main === undefined) return { kind: 'shell', files, options: this.options };
    return { kind: 'render', files, main, options: this.options };
  }

  private keep(filename: string, bytes: Uint8Array): Failure | undefined {
    const kept = withoutByteOrderMark(bytes);
    const total = this.sourceBytes + kept.length;
    if (total > this.limits.maxSourceBytes) {
      const most = this.limits.maxSourceBytes;
      return failure('too-large', explained('filesTooLarge', { total, most }));
    }
    const programs = this.programBytes + (isProgramName(filename) ? kept.length : 0);
    if (programs > this.limits.maxProgramBytes) {
      const most = this.limits.maxProgramBytes;
      return failure('too-large', explained('programsTooLarge', { total: programs, most }));
    }
    this.sourceBytes = total;
    this.programBytes = programs;
    this.files.set(filename, { bytes: kept });
    return undefined;
  }

  /** Frees the bytes of a name that is about to be added again, and its place in the order. */
  private forget(filename: string): void {
    const file = this.files.get(filename);
    if (file !== undefined && 'bytes' in file) {
      this.sourceBytes -= file.bytes.length;
      if (isProgramName(filename)) this.programBytes -= file.bytes.length;
    }
    this.files.delete(filename);
  }
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
