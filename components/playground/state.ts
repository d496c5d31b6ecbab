import type { RenderTimings } from '@/client/render';
import type { Timings } from '@/core/wire/wire';
import type { Load } from '@/core/page';
import type { EndingText } from '@/components/problems/endingText';
import { isSyntaxError, type Problem } from '@/core/diagnostics/problems';
import { isUnderLoad } from '@/components/server/load';
import type { Picture } from '@/components/picture/picture';
import type { View } from '@/components/picture/view';
import type { Countdown } from './countdown';
import { isBlank, type Draft } from './draft';
import type { Layout, Settings } from './settings';

/** Everything the playground shows. Changed only by the gateway (gateway.ts). */

/** What is under way. Times are milliseconds of `performance.now()`. */
export type Run =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly revision: number; readonly askedAt: number }
  | {
      readonly phase: 'queued';
      readonly revision: number;
      readonly askedAt: number;
      readonly wait: Countdown;
      /** Nine waits of ten are not longer. */
      readonly longest?: Countdown;
      /** 1 is the next to start. */
      readonly position?: number;
      /** Not in the line yet: behind others of this client, with the position among these. */
      readonly isRough: boolean;
    }
  | { readonly phase: 'rendering'; readonly revision: number; readonly askedAt: number; readonly startedAt: number };

/** How the last render ended. */
export interface Report {
  readonly revision: number;
  readonly words: EndingText;
  readonly problems: readonly Problem[];
  /** Absent if it was stopped. */
  readonly timings?: RenderTimings;
  /** Where the server's time went; absent if nothing ran. */
  readonly stages?: Timings;
}

/** What a check of the syntax found, which looks at the code but does not run it. */
interface SyntaxCheck {
  readonly revision: number;
  readonly problems: readonly Problem[];
}

/** `small`: the browser's small store has it, because the large one does not take it. */
export type Saving = 'saved' | 'unsaved' | 'small' | 'full' | 'refused';

/** `before`: the draft that Undo brings back. */
interface NoticeState {
  readonly text: string;
  readonly before?: Draft;
}

export type DialogName = 'palette' | 'keys' | 'settings' | 'gallery' | 'history' | 'outline' | 'share';

export interface PlaygroundState {
  /** Until the draft of an earlier visit has been looked for. */
  readonly isRestoring: boolean;
  readonly draft: Draft;
  /** Counts the changes of all that a picture depends on. */
  readonly revision: number;
  readonly lastEditAt: number;
  readonly settings: Settings;
  readonly layout: Layout;
  readonly run: Run;
  /** All that one render drew; empty until there is one. */
  readonly pictures: readonly Picture[];
  readonly shownPicture: number;
  /** What the last render drew before it failed: kept aside, so that the picture does not come and go with every key. */
  readonly unfinished: readonly Picture[];
  /** What the shell drew last; in place of the program's until that is drawn again or asked for. */
  readonly shellPicture: Picture | undefined;
  readonly view: View;
  readonly report: Report | undefined;
  readonly check: SyntaxCheck | undefined;
  /** Of the server; undefined if it has not told. */
  readonly load: Load | undefined;
  /** What an administrator tells everybody, announcement and maintenance; undefined: nothing, or not known. */
  readonly systemNotice: string | undefined;
  readonly output: string;
  readonly isConnectionLost: boolean;
  readonly saving: Saving;
  readonly dialog: DialogName | undefined;
  /** The file whose name is being written. */
  readonly renaming: string | undefined;
  readonly notice: NoticeState | undefined;
  /** Said politely to those who do not see the screen. */
  readonly announcement: string;
}

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

/** Rendering as one types, as it is now: it rests while others wait for the server. */
export function isLiveNow({ settings, load }: PlaygroundState): boolean {
  return settings.isLive && !isUnderLoad(load);
}

/** The code has been neither rendered nor sent. */
export function isRenderDue(state: PlaygroundState): boolean {
  const { run, report, revision } = state;
  return isPictureOld(state) && report?.revision !== revision && (run.phase === 'idle' || run.revision !== revision);
}
