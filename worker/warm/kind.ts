import type { RenderFormat, TexEngine } from '@/core/submission/submission';
import { hasPlainStem, type RenderSubmission } from '../asy/command';
import type { TemplateKind } from '../jail/keeper/protocol';
import { WARM_MAIN } from '../jail/keeper/waitingAsy';

/** How a waiting asy was started: what cannot be told to it any more when its task comes. */
export interface WarmKind {
  readonly main: string;
  /** Standard error goes where the output goes. */
  readonly mergeErrors: boolean;
  readonly engine?: TexEngine;
  /** The format of a scene for browsers; all others are told with the task. */
  readonly scene?: 'html' | 'v3d';
  /** Its tools are those for pdf and png; it can draw anything all the same. */
  readonly isForPaper?: boolean;
  /** Read ahead (worker/warm/modules.ts), in a fixed order. */
  readonly modules: readonly string[];
}

export const USUAL_KIND: WarmKind = { main: WARM_MAIN, mergeErrors: true, modules: [] };

function isScene(format: RenderFormat): format is 'html' | 'v3d' {
  return format === 'html' || format === 'v3d';
}
const PAPER: readonly RenderFormat[] = ['pdf', 'png'];
/** As in the figures of a LaTeX document. */
const CHOOSES_PAPER = /\bsettings\.(?:tex|outformat) ?= ?"(?:pdf|png)/;
/** Where a program chooses it, it does so at its beginning. */
const CHOICE_BYTES = 2048;

/** Undefined for a name with which asy needs options of its own. */
export function kindOf(submission: RenderSubmission, modules: readonly string[]): WarmKind | undefined {
  const { main, options } = submission;
  if (!main.endsWith('.asy') || !hasPlainStem(main)) return undefined;
  const { stderrRedir: mergeErrors, engine, format } = options;
  return {
    ...{ main, mergeErrors, modules },
    ...(engine === undefined ? {} : { engine }),
    ...(isScene(format) ? { scene: format } : {}),
    ...(isForPaper(submission) ? { isForPaper: true } : {}),
  };
}

function isForPaper({ main, options, files }: RenderSubmission): boolean {
  if (options.arguments === undefined) return PAPER.includes(options.format);
  return CHOOSES_PAPER.test(Buffer.from(files.get(main) ?? []).toString('latin1', 0, CHOICE_BYTES));
}

/** Whether an asy that was started for one can take the other's task; what it has ready beyond that does not matter. */
export function startsSame(a: WarmKind, b: WarmKind): boolean {
  return a.main === b.main && a.mergeErrors === b.mergeErrors && a.engine === b.engine && a.scene === b.scene;
}

/** For people and maps. */
export function nameOfKind({ main, mergeErrors, engine, scene, isForPaper, modules }: WarmKind): string {
  return [main, mergeErrors ? '' : 'errors apart', engine, scene, isForPaper ? 'paper' : '', ...modules]
    .filter(Boolean)
    .join(' ');
}

/** Undefined where asy is started in another way than templates are. */
export function templateOf({ main, engine, scene, isForPaper = false, modules }: WarmKind): TemplateKind | undefined {
  if (main !== WARM_MAIN || engine !== undefined) return undefined;
  return { modules: [...modules], scene, isForPaper };
}
