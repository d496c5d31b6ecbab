import type { RenderFormat, TexEngine } from '@/core/submission/submission';
import { hasPlainStem, type RenderSubmission } from '../asy/command';
import type { TemplateKind, Tools } from '../jail/keeper/protocol';
import { WARM_MAIN } from '../jail/keeper/waitingAsy';

/** How a waiting asy was started: what cannot be told to it any more when its task comes. */
export interface WarmKind {
  readonly main: string;
  /** Standard error goes where the output goes. */
  readonly mergeErrors: boolean;
  readonly engine?: TexEngine;
  /** The format of a scene for browsers; all others are told with the task. */
  readonly scene?: 'html' | 'v3d';
  /** Those that stand by, if not those for a plain svg; it can draw anything all the same. */
  readonly tools?: Exclude<Tools, 'screen'>;
  /** In a jail with a display. */
  readonly onDisplay?: boolean;
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
/**
 * What svg has no words for that asy uses, and a TeX that makes no dvi: asy makes a pdf of such pictures first. Another word
 * alike costs little.
 */
const SHADES = /shade|pattern|hatch|tile|tiling|graphic|image|layer|\bsettings\.tex ?= ?"(?:pdf|xe|lua)/;
/** Where a program chooses it, it does so at its beginning. */
const CHOICE_BYTES = 2048;

/** Undefined for a name with which asy needs options of its own. */
export function kindOf(
  submission: RenderSubmission,
  modules: readonly string[],
  onDisplay = false,
): WarmKind | undefined {
  const { main, options } = submission;
  if (!main.endsWith('.asy') || !hasPlainStem(main)) return undefined;
  const { stderrRedir: mergeErrors, engine, format } = options;
  const tools = toolsFor(submission, onDisplay);
  return {
    ...{ main, mergeErrors, modules },
    ...(engine === undefined ? {} : { engine }),
    ...(isScene(format) ? { scene: format } : {}),
    ...(tools === undefined ? {} : { tools }),
    ...(onDisplay ? { onDisplay } : {}),
  };
}

function toolsFor({ main, options, files }: RenderSubmission, onDisplay: boolean): WarmKind['tools'] {
  const program = Buffer.from(files.get(main) ?? []);
  if (options.arguments !== undefined)
    return CHOOSES_PAPER.test(program.toString('latin1', 0, CHOICE_BYTES)) ? 'paper' : undefined;
  if (PAPER.includes(options.format)) return 'paper';
  return options.format === 'svg' && (onDisplay || SHADES.test(program.toString('latin1'))) ? 'shades' : undefined;
}

/** Whether an asy that was started for one can take the other's task; what it has ready beyond that does not matter. */
export function startsSame(a: WarmKind, b: WarmKind): boolean {
  const sameDisplay = !a.onDisplay === !b.onDisplay;
  const sameStreams = a.main === b.main && a.mergeErrors === b.mergeErrors;
  return sameStreams && sameDisplay && a.engine === b.engine && a.scene === b.scene;
}

/** For people and maps. */
export function nameOfKind(kind: WarmKind): string {
  const { main, mergeErrors, engine, scene, tools, onDisplay, modules } = kind;
  const words = [mergeErrors ? '' : 'errors apart', engine, scene, tools, onDisplay && 'display'];
  return [main, ...words, ...modules].filter(Boolean).join(' ');
}

/** Undefined where asy is started in another way than templates are. */
export function templateOf(kind: WarmKind): TemplateKind | undefined {
  const { main, engine, scene, tools = 'screen', onDisplay = false, modules } = kind;
  if (main !== WARM_MAIN || engine !== undefined) return undefined;
  return { modules: [...modules], scene, tools, onDisplay };
}
