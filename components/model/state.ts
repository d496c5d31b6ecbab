import { isSyntaxError, type Problem } from '@/core/diagnostics/problems';
import { hasSameFiles, isBlank } from './draft';
import { isUnderLoad } from './load';
import type { Picture } from './picture';
import type { DraftSlice } from './slices/draftSlice';
import type { LayoutSlice } from './slices/layoutSlice';
import type { PictureSlice } from './slices/pictureSlice';
import type { RunSlice } from './slices/runSlice';

/** Everything the playground shows. Each slice is changed only by its own actions, which the gateway holds. */
export interface PlaygroundState extends DraftSlice, RunSlice, PictureSlice, LayoutSlice {}

/** None where there is no program, whatever was drawn before. */
function programPicture({ draft, pictures, shownPicture: index }: PlaygroundState): Picture | undefined {
  return isBlank(draft) ? undefined : pictures[index];
}

/** The picture on the screen. */
export function shownPicture(state: PlaygroundState): Picture | undefined {
  return state.shellPicture ?? programPicture(state);
}

/** The program's picture is of an earlier revision than the code. */
export function isPictureOld(state: PlaygroundState): boolean {
  const picture = programPicture(state);
  return picture !== undefined && picture.revision !== state.revision;
}

/** Somebody types and the picture follows: what comes and goes with every key is not shown. */
export function isCalm(state: PlaygroundState): boolean {
  return state.isTyping && isLiveNow(state);
}

/** The draft is as it was opened in the place of another one. */
export function canGoBack({ draft, replaced }: Pick<PlaygroundState, 'draft' | 'replaced'>): boolean {
  return replaced !== undefined && draft.id === replaced.opened.id && hasSameFiles(draft, replaced.opened);
}

const NO_PROBLEMS: readonly Problem[] = [];

/**
 * What is wrong as far as anybody knows: what the last render said, until a check of newer code says more. A check that
 * finds nothing takes back only what it would have found.
 */
export function problemsOf({ report, check }: Pick<PlaygroundState, 'report' | 'check'>): readonly Problem[] {
  const ofRender = report?.problems ?? NO_PROBLEMS;
  if (check === undefined) return ofRender;
  const hasRun = report !== undefined && (report.words.kind === 'success' || ofRender.length > 0);
  if (hasRun && report.revision >= check.revision) return ofRender;
  return check.problems.length > 0 || ofRender.some(isSyntaxError) ? check.problems : ofRender;
}

/** How many of them are told of beside the code: none while somebody types. */
export function toldProblems(state: PlaygroundState): number {
  return isCalm(state) ? 0 : problemsOf(state).length;
}

/** Rendering as one types, as it is now: it rests while others wait for the server. */
export function isLiveNow({ settings, load }: PlaygroundState): boolean {
  return settings.isLive && !isUnderLoad(load);
}

/** The code has been neither rendered nor sent. */
export function isRenderDue(state: PlaygroundState): boolean {
  const { run, report, revision } = state;
  return isPictureOld(state) && report?.revision !== revision && (run.phase === 'idle' || run.revision !== revision);
}
