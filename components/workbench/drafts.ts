import { newId } from '@/components/lib/newId';
import { translatorOf } from '@/components/lib/translator';
import { draftOf, type Draft } from '@/components/model/draft';
import type { Example } from '@/components/model/example';
import type { Version } from '@/components/model/version';
import type { VersionStore } from '@/components/persistence/versionStore';
import type { Messages } from '@/messages';
import type { Gateway } from './gateway';
import type { VersionHistory } from './versionHistory';
import { at } from '@/core/basePath';

/** Those without anything to fill in. */
type Told =
  | `drafts.${Exclude<keyof Messages['workbench']['drafts'], 'openedCopy'>}`
  | `versions.${keyof Messages['workbench']['versions']}`;

interface DraftsParts {
  readonly gateway: Gateway;
  readonly versions: VersionStore;
  readonly history: VersionHistory;
  /** What is to be done with a draft that was opened. */
  readonly render: () => void;
}

/** One draft after the other, none of which is lost: new ones, examples, and versions of the history. */
export class Drafts {
  constructor(private readonly parts: DraftsParts) {}

  /** In the place of what was there, which the history and the list of drafts get; Undo and Ctrl+Z bring it back. */
  open(draft: Draft, done: string): void {
    const { gateway, render } = this.parts;
    const before = gateway.state.draft;
    gateway.layout.openDialog(undefined);
    gateway.openDraft(draft);
    gateway.offerWayBack(done, before);
    render();
  }

  /** An empty page; what was there is a click away. */
  startNew(): void {
    this.open(draftOf(newId(), ''), translatorOf('workbench')('drafts.started'));
    const { layout, picture } = this.parts.gateway;
    layout.arrange({ pane: 'code' });
    // Otherwise it would come back, of another drawing, with the first mistake.
    picture.clear();
  }

  async openExample({ name, title }: Example): Promise<void> {
    try {
      const response = await fetch(at(`/examples/${name}`));
      if (!response.ok) throw new Error(response.statusText);
      const opened = translatorOf('workbench')('files.opened', { name: title });
      this.open(draftOf(newId(), await response.text()), opened);
    } catch {
      this.tell('drafts.exampleFailed');
    }
  }

  /** Of the open draft: in its place. Of another one: as a draft of its own. */
  async openVersion({ draft }: Version): Promise<void> {
    const { gateway, history } = this.parts;
    const { id, name } = gateway.state.draft;
    const isOwn = draft.id === id;
    if (isOwn) await history.record(false);
    this.open(
      { ...draft, ...(isOwn ? { id, name } : { id: newId() }) },
      translatorOf('workbench')('versions.restored'),
    );
  }

  /** A version with a name is kept like one that was saved on purpose. */
  async nameVersion(version: Version, name: string | undefined): Promise<void> {
    await this.parts.versions
      .add({ ...version, name, isKept: name !== undefined || version.isKept })
      .catch(() => this.tell('versions.notNamed'));
  }

  /** It can be brought back. False if this browser did not delete it. */
  async deleteVersion(version: Version): Promise<boolean> {
    try {
      await this.parts.versions.remove(version.id);
    } catch {
      this.tell('versions.notDeleted');
      return false;
    }
    this.tell('versions.deleted', () => void this.bringBack(version));
    return true;
  }

  tell(message: Told, undo?: () => void): void {
    this.parts.gateway.layout.notify(translatorOf('workbench')(message), undo);
  }

  private async bringBack(version: Version): Promise<void> {
    try {
      await this.parts.versions.add(version);
      this.tell('versions.broughtBack');
    } catch {
      this.tell('versions.notBroughtBack');
    }
  }
}
