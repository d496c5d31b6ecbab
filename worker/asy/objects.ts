import { parseDrawnObjects, type DrawnObjects } from '@/core/drawnObjects';
import { OBJECT_LIMITS } from '@/core/limits';
import type { WorkFolder } from '../jail/workFolder';
import type { RenderSubmission } from './command';

/**
 * Which line drew what. An empty file asks for it, and asy writes into that file when the picture is done
 * (scripts/setup/toolchain/objects.asy). Only prepared jails know of it; in others the file stays empty.
 */

const FILE = '.objects';

export const OBJECTS_REQUEST = [FILE, new Uint8Array()] as const;

/** Each object is drawn once more for it. A drawer of the program's own that also says or writes something would show it. */
const OWN_DRAWER = /\b(?:frame|picture)\b[^,(){};]{0,64},\s{0,64}transform\b/;
const TELLS = /\b(?:write|output|warning|abort|assert|exit|shipout|delete|rename|system)\b/;

const decoder = new TextDecoder('latin1');

export function asksForObjects({ options, files }: RenderSubmission): boolean {
  if (options.objects !== true || options.verbosity > 0) return false;
  const sources = [...files].filter(([name]) => name.endsWith('.asy')).map(([, bytes]) => decoder.decode(bytes));
  return !(sources.some((text) => OWN_DRAWER.test(text)) && sources.some((text) => TELLS.test(text)));
}

export function readObjects(folder: WorkFolder): DrawnObjects | undefined {
  return parseDrawnObjects(folder.read(FILE, OBJECT_LIMITS.maxFileBytes)?.toString('latin1') ?? '');
}
