import { newId } from '@/components/lib/newId';
import { DEFAULT_LAYOUT, DEFAULT_SETTINGS, type Layout, type Settings } from '../settings';
import type { Slice } from './slice';

/** How the page looks, and what it tells. */

export interface Offer {
  readonly title: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: string;
  readonly text: string;
  /** The way back, where there is one. */
  readonly undo?: () => void;
  /** What else can be done about it. */
  readonly offer?: Offer;
  /** The id of the open draft, if it is about that: it goes with it. */
  readonly draft?: string;
}

export type DialogName =
  'palette' | 'menu' | 'keys' | 'settings' | 'gallery' | 'drafts' | 'download' | 'history' | 'outline' | 'share';

export interface LayoutSlice {
  readonly settings: Settings;
  readonly layout: Layout;
  readonly dialog: DialogName | undefined;
  /** The newest last. */
  readonly notices: readonly Notice[];
  /** Said politely to those who do not see the screen. */
  readonly announcement: string;
  /** What an administrator tells everybody, announcement and maintenance; undefined: nothing, or not known. */
  readonly systemNotice: string | undefined;
}

export const FIRST_LAYOUT: LayoutSlice = {
  settings: DEFAULT_SETTINGS,
  layout: DEFAULT_LAYOUT,
  dialog: undefined,
  notices: [],
  announcement: '',
  systemNotice: undefined,
};

/** More than anybody reads; the oldest go. */
const MAX_NOTICES = 3;

export class LayoutActions {
  constructor(private readonly slice: Slice<LayoutSlice>) {}

  /** `gateway.choose` also sees to what depends on settings. */
  setSettings(settings: Settings): void {
    this.slice.setState({ settings });
  }

  arrange(layout: Partial<Layout>): void {
    this.slice.setState({ layout: { ...this.slice.getState().layout, ...layout } });
  }

  openDialog(dialog: DialogName | undefined): void {
    this.slice.setState({ dialog });
  }

  /** Each notice stays beside the others; the same again takes the place of the last one. */
  notify(text: string, undo?: () => void, more: Pick<Notice, 'offer' | 'draft'> = {}): void {
    const others = this.slice
      .getState()
      .notices.filter((notice) => notice.text !== text || (notice.undo ?? notice.offer) !== undefined);
    this.slice.setState({ notices: [...others, { id: newId(), text, undo, ...more }].slice(-MAX_NOTICES) });
  }

  /** Another draft is opened: what was told of the last one could only do harm to this one. */
  dismissNoticesOfOthers(draft: string): void {
    const { notices } = this.slice.getState();
    const others = notices.filter((notice) => notice.draft === undefined || notice.draft === draft);
    if (others.length < notices.length) this.slice.setState({ notices: others });
  }

  dismissNotice(id: string): void {
    const { notices } = this.slice.getState();
    const others = notices.filter((notice) => notice.id !== id);
    if (others.length < notices.length) this.slice.setState({ notices: others });
  }

  /** Takes back what the notice told of, or does what it offers. */
  act(id: string): void {
    const notice = this.slice.getState().notices.find((other) => other.id === id);
    this.dismissNotice(id);
    (notice?.undo ?? notice?.offer?.run)?.();
  }

  announce(announcement: string): void {
    this.slice.setState({ announcement });
  }

  receiveNotice(systemNotice: string | undefined): void {
    this.slice.setState({ systemNotice });
  }
}
