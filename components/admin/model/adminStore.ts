import { createStore } from 'zustand/vanilla';
import type { ActionArgs, ActionName } from '@/core/admin/actions';
import { adminChange, adminSnapshot } from '@/core/admin/admin';
import { isPanelName, PANEL_NAMES, readPanel, type AdminPanels, type PanelName } from '@/core/admin/panels';
import { merge } from '@/core/admin/patch';
import type { AdminRole } from '@/core/admin/roles';
import { keepSame } from './keepSame';

/**
 * What the admin page knows. A push changes only the parts it names: what did not change is the same object as before, so
 * that a component that selects it is not drawn again.
 */

/** What is told on the page about the last action. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: Undo | undefined;
}

/** What takes the last action back. */
export type Undo = {
  [Name in ActionName]: { readonly action: Name; readonly args: ActionArgs<Name> };
}[ActionName];

export interface AdminState {
  /** Who is signed in; undefined until the front has said so. */
  readonly user: { readonly role: AdminRole; readonly name: string } | undefined;
  readonly panels: Partial<AdminPanels>;
  /** Panels of which the front sent something that this page cannot read. */
  readonly unreadable: readonly PanelName[];
  readonly isConnected: boolean;
  /** By this page's clock, when something was last heard. */
  readonly heardAtMs: number;
  /** By what the server's clock is ahead of this page's. */
  readonly clockAheadMs: number;
  readonly said: Said | undefined;
}

/** A clock that differs by less is the way of the message. */
const CLOCK_TOLERANCE_MS = 1000;

const NOTHING: AdminState = {
  user: undefined,
  panels: {},
  unreadable: [],
  isConnected: false,
  heardAtMs: 0,
  clockAheadMs: 0,
  said: undefined,
};

export class AdminStore {
  readonly store = createStore<AdminState>(() => NOTHING);
  /** As they were pushed. */
  private documents: unknown = {};

  /** False: it is not what a front says. */
  takeSnapshot(heard: unknown, nowMs: number): boolean {
    const { data } = adminSnapshot.safeParse(heard);
    if (!data) return false;
    const { panels, role, name, atMs } = data;
    this.documents = panels;
    this.read(PANEL_NAMES);
    this.store.setState((state) => ({ user: keepSame(state.user, { role, name }), ...this.heard(atMs, nowMs) }));
    return true;
  }

  takeChange(heard: unknown, nowMs: number): boolean {
    const { data } = adminChange.safeParse(heard);
    if (!data) return false;
    this.documents = merge(this.documents, data.patch);
    this.read(Object.keys(data.patch).filter(isPanelName));
    this.store.setState(this.heard(data.atMs, nowMs));
    return true;
  }

  disconnected(): void {
    this.store.setState({ isConnected: false });
  }

  signedOut(): void {
    this.documents = {};
    this.store.setState(NOTHING);
  }

  say(said: Said | undefined): void {
    this.store.setState({ said });
  }

  private heard(atMs: number, nowMs: number): Partial<AdminState> {
    const aheadMs = atMs - nowMs;
    const { clockAheadMs } = this.store.getState();
    const isOff = Math.abs(aheadMs - clockAheadMs) > CLOCK_TOLERANCE_MS;
    return { isConnected: true, heardAtMs: nowMs, ...(isOff && { clockAheadMs: aheadMs }) };
  }

  private read(names: readonly PanelName[]): void {
    let { panels, unreadable } = this.store.getState();
    for (const name of names) {
      const read = readPanel(name, this.documentOf(name));
      const panel = read.ok ? keepSame(panels[name], read.panel) : undefined;
      if (panel !== panels[name]) panels = { ...panels, [name]: panel };
      if (read.ok === unreadable.includes(name))
        unreadable = read.ok ? unreadable.filter((one) => one !== name) : [...unreadable, name];
    }
    this.store.setState({ panels, unreadable });
  }

  private documentOf(name: PanelName): unknown {
    const { documents } = this;
    return typeof documents === 'object' && documents !== null ? Reflect.get(documents, name) : undefined;
  }
}
