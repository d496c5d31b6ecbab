import type { Picture, PictureSize } from '../picture';
import { FIT, type View } from '../view';
import type { Slice } from './slice';

/** What was drawn, and how it is looked at. */

export interface PictureSlice {
  /** All that one render drew; empty until there is one. */
  readonly pictures: readonly Picture[];
  readonly shownPicture: number;
  /** What the last render drew before it failed: kept aside, so that the picture does not come and go with every key. */
  readonly unfinished: readonly Picture[];
  /** What the shell drew last; in place of the program's until that is drawn again or asked for. */
  readonly shellPicture: Picture | undefined;
  readonly view: View;
  /** The draft that imports what draws in space and turned out to draw on paper. */
  readonly flatDraft: string | undefined;
}

export function pictureSliceOf(pictures: readonly Picture[]): PictureSlice {
  return { pictures, shownPicture: 0, unfinished: [], shellPicture: undefined, view: FIT, flatDraft: undefined };
}

export class PictureActions {
  constructor(private readonly slice: Slice<PictureSlice>) {}

  /** Nothing drawn leaves what is there. */
  show(pictures: readonly Picture[]): void {
    if (pictures.length === 0) return;
    const shownPicture = Math.min(this.slice.getState().shownPicture, pictures.length - 1);
    this.slice.setState({ pictures, shellPicture: undefined, unfinished: [], shownPicture });
  }

  /** The program draws nothing any more. */
  clear(): void {
    this.slice.setState({ pictures: [], shownPicture: 0, unfinished: [] });
  }

  noteFlat(flatDraft: string | undefined): void {
    if (this.slice.getState().flatDraft !== flatDraft) this.slice.setState({ flatDraft });
  }

  putAside(unfinished: readonly Picture[]): void {
    this.slice.setState({ unfinished });
  }

  /** What a render drew before it failed, in place of the last good picture. */
  showUnfinished(): void {
    this.show(this.slice.getState().unfinished);
  }

  showOne(shownPicture: number): void {
    this.slice.setState({ shownPicture });
  }

  showOfShell(shellPicture: Picture): void {
    this.slice.setState({ shellPicture });
  }

  showOfProgram(): void {
    this.slice.setState({ shellPicture: undefined });
  }

  /** Told by what draws it, for formats that do not say it up front. */
  noteSize(url: string, size: PictureSize): void {
    const { pictures } = this.slice.getState();
    this.slice.setState({
      pictures: pictures.map((picture) => (picture.url === url ? { ...picture, size } : picture)),
    });
  }

  look(view: View): void {
    this.slice.setState({ view });
  }
}
