import type { RenderTimings } from '@/client/render';
import type { EndingWords } from '@/components/problems/endingWords';
import type { Problem } from '@/components/problems/problems';
import type { Picture } from '@/components/picture/picture';
import type { View } from '@/components/picture/view';
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
      readonly heardAt: number;
      readonly estimateSeconds: number;
      /** 1 is the next to start. */
      readonly position?: number;
    }
  | { readonly phase: 'rendering'; readonly revision: number; readonly askedAt: number; readonly startedAt: number };

/** How the last render ended. */
export interface Report {
  readonly revision: number;
  readonly words: EndingWords;
  readonly problems: readonly Problem[];
  /** Absent if it was stopped. */
  readonly timings?: RenderTimings;
}

export type Saving = 'saved' | 'unsaved' | 'full';

/** `before`: the draft that Undo brings back. */
export interface NoticeState {
  readonly text: string;
  readonly before?: Draft;
}

export type DialogName = 'palette' | 'keys' | 'settings' | 'gallery' | 'history';

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
  readonly view: View;
  readonly report: Report | undefined;
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

/** The picture on the screen; none where there is no program, whatever was drawn before. */
export function shownPicture({ draft, pictures, shownPicture: index }: PlaygroundState): Picture | undefined {
  return isBlank(draft) ? undefined : pictures[index];
}

/** The picture on the screen is of an earlier revision than the code. */
export function isPictureOld(state: PlaygroundState): boolean {
  const picture = shownPicture(state);
  return picture !== undefined && picture.revision !== state.revision;
}
