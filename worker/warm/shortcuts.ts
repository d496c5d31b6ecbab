import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '@/platform/log';
import { preparedStamp, toolchainStamp } from '@/platform/toolchain';

/**
 * Which shorter ways this worker may go.
 *
 * prepared: faster files of TeX in place of the system's. faster: our library in asy. warm: jails that wait. They are on
 * if set-up prepared them for exactly this toolchain. A toolchain that changes while we run turns all of them off, and a
 * repetition that comes out differently turns one off; both until the next start.
 */

export type Shortcut = 'prepared' | 'faster' | 'warm';

export class Shortcuts {
  private readonly on: Set<Shortcut>;
  private readonly wrong = new Set<Shortcut>();
  /** What a waiting asy has loaded. */
  readonly modules: ReadonlySet<string>;

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {
    const isPrepared = this.isCurrent();
    const has = (part: string) => isPrepared && existsSync(path.join(folder, part));
    this.modules = new Set(
      has('share/modules') ? readFileSync(path.join(folder, 'share/modules'), 'utf8').split('\n') : [],
    );
    this.on = new Set([
      ...(isPrepared ? (['prepared'] as const) : []),
      ...(has('lib/asy.so') ? (['faster'] as const) : []),
      ...(this.modules.size > 0 ? (['warm'] as const) : []),
    ]);
    if (!isPrepared) log.warn('the toolchain was not prepared for these packages: pictures take longer');
    else if (!this.on.has('faster')) log.warn('the C parts were not built: pictures take longer');
  }

  isOn(shortcut: Shortcut): boolean {
    return this.on.has(shortcut);
  }

  /** Those that came out differently. */
  get differing(): readonly Shortcut[] {
    return [...this.wrong];
  }

  turnOff(shortcut: Shortcut): void {
    this.wrong.add(shortcut);
    this.on.delete(shortcut);
  }

  /** False, once, if the packages have changed since we started. */
  checkToolchain(): boolean {
    if (this.on.size === 0 || this.isCurrent()) return true;
    this.log.warn('the packages have changed: pictures take longer until the next start');
    this.on.clear();
    return false;
  }

  private isCurrent(): boolean {
    return preparedStamp(this.folder) === toolchainStamp();
  }
}
