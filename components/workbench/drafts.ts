import { newId } from '@/components/lib/newId';
import { translatorOf } from '@/components/lib/translator';
import { draftOf, type Draft } from '@/components/model/draft';
import type { Example } from '@/components/model/example';
import type { Version } from '@/components/model/version';
import type { VersionStore } from '@/components/persistence/versionStore';
import type { Messages } from '@/messages';
import type { Gateway } from './gateway';
import type { VersionHistory } from './versionHistory';

type Told = `drafts.${keyof Messages['workbench']['drafts']}` | `versions.${keyof Messages['workbench']['versions']}`;

export interface DraftsParts {
  readonly gateway: Gateway;
  readonly versions: VersionStore;
  readonly history: VersionHistory;
  /** What is to be done with a draft that was opened. */
  readonly render: () => void;
}

/** One draft after the other, none of which is lost: new ones, examples, and versions of the history. */
export class Drafts {
  constructor(private readonly parts: DraftsParts) {}

  /** As a new draft: what was there goes into the history, and Undo brings it back. */
  async openNew(draft: Draft, done: string): Promise<void> {
    const { gateway, history, render } = this.parts;
    const before = gateway.state.draft;
    await history.record(false);
    gateway.layout.openDialog(undefined);
    gateway.openDraft(draft);
    gateway.layout.notify(done, gateway.wayBackTo(before));
    render();
  }

  /** An empty page; what was there is a click away. */
  async startNew(): Promise<void> {
    await this.openNew(draftOf(newId(), ''), translatorOf('workbench')('drafts.started'));
    this.parts.gateway.layout.arrange({ pane: 'code' });
  }

  async openExample({ name, title }: Example): Promise<void> {
    try {
      const response = await fetch(`/examples/${name}`);
      if (!response.ok) throw new Error(response.statusText);
      const opened = translatorOf('workbench')('files.opened', { name: title });
      await this.openNew(draftOf(newId(), await response.text()), opened);
    } catch {
      this.tell('drafts.exampleFailed');
    }
  }

  async openVersion({ draft }: Version): Promise<void> {
    await this.openNew({ ...draft, id: newId() }, translatorOf('workbench')('versions.restored'));
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
