import { newId } from '@/components/lib/newId';
import { draftOf, draftOfProject, type Draft } from '@/components/model/draft';
import { pictureSize, type Picture } from '@/components/model/picture';
import { draftSliceOf } from '@/components/model/slices/draftSlice';
import { FIRST_LAYOUT } from '@/components/model/slices/layoutSlice';
import { pictureSliceOf } from '@/components/model/slices/pictureSlice';
import { NO_RUN } from '@/components/model/slices/runSlice';
import type { PlaygroundState } from '@/components/model/state';
import type { SharedProject } from '@/core/links/link';

/** What the server puts on the page, and what is shown of it first. */
export interface Welcome {
  readonly code: string;
  /** The picture of that code as an SVG; absent until the server has rendered it. */
  readonly svg?: string;
  /** All files of a shared link, in the place of `code`. */
  readonly project?: SharedProject;
  /** Its title, if somebody came for this very example: then it is not a draft that is shown. */
  readonly example?: string;
}

/** `hasDraft`: this browser keeps one, which is about to come in its place. */
export function firstState(welcome: Welcome, hasDraft: boolean): PlaygroundState {
  const draft = hasDraft ? draftOf(newId(), '') : draftOfWelcome(welcome);
  const pictures = hasDraft || welcome.svg === undefined ? [] : [welcomePicture(welcome.svg)];
  return { ...draftSliceOf(draft, hasDraft), ...NO_RUN, ...pictureSliceOf(pictures), ...FIRST_LAYOUT };
}

function draftOfWelcome({ code, project }: Welcome): Draft {
  return project === undefined ? draftOf(newId(), code) : draftOfProject(newId(), project);
}

function welcomePicture(svg: string): Picture {
  const bytes = new TextEncoder().encode(svg);
  return {
    revision: 0,
    format: 'svg',
    url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    bytes,
    size: pictureSize('svg', bytes),
  };
}
