import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '@/platform/log';
import { preparedStamp, toolchainStamp } from '@/platform/toolchain';
import type { RenderSubmission } from '../asy/command';
import { Accusations } from './accusations';
import { programKind, type Library } from './modules';

/**
 * Which shorter ways this worker may go.
 *
 * prepared: faster files of TeX in place of the system's. faster: our library in asy. warm: jails that wait. ahead:
 * modules that these have read. labels: sizes that a client's last render left. They are on if set-up prepared them for exactly this toolchain. A toolchain that changes while we run turns all of them off. A
 * program that comes out differently by one of them does not go that way again, and several of several people turn it
 * off for all of their kind (accusations.ts). All of this lasts until the next start.
 */

export type Shortcut = 'prepared' | 'faster' | 'warm' | 'ahead' | 'labels';

export class Shortcuts {
  private readonly on: Set<Shortcut>;
  private readonly accusations: Readonly<Record<Shortcut, Accusations>>;
  /** What a waiting asy has loaded. */
  readonly modules: ReadonlySet<string>;
  readonly library: Library;

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {
    const isPrepared = this.isCurrent();
    const has = (part: string) => isPrepared && existsSync(path.join(folder, part));
    const namesIn = (part: string) =>
      new Set(has(part) ? readFileSync(path.join(folder, part), 'utf8').split('\n') : []);
    this.modules = namesIn('share/modules');
    this.library = { names: namesIn('share/library'), ahead: namesIn('share/ahead') };
    const accusations = () => new Accusations((submission) => programKind(submission, this.library));
    this.accusations = {
      ...{ prepared: accusations(), faster: accusations(), warm: accusations(), ahead: accusations() },
      labels: accusations(),
    };
    this.on = new Set([
      ...(isPrepared ? (['prepared'] as const) : []),
      ...(has('lib/asy.so') ? (['faster', 'labels'] as const) : []),
      ...(this.modules.size > 0 ? (['warm'] as const) : []),
      ...(this.library.ahead.size > 0 ? (['ahead'] as const) : []),
    ]);
    if (!isPrepared) log.warn('the toolchain was not prepared for these packages: pictures take longer');
    else if (!this.on.has('faster')) log.warn('the C parts were not built: pictures take longer');
  }

  isOn(shortcut: Shortcut): boolean {
    return this.on.has(shortcut);
  }

  /** Whether this submission may go that way. */
  isOpenTo(shortcut: Shortcut, submission: RenderSubmission): boolean {
    return this.isOn(shortcut) && !this.accusations[shortcut].isExcluded(submission);
  }

  /** Those that are off for a kind of programs because pictures came out differently, with the programs that showed it. */
  get differing(): readonly string[] {
    return Object.entries(this.accusations).flatMap(([shortcut, { believed }]) =>
      believed.map(({ kind, programs }) => `${shortcut} (${kind}): programs ${programs.join(', ')}`),
    );
  }

  accuse(shortcut: Shortcut, submission: RenderSubmission, address: string): void {
    const { program, isLast } = this.accusations[shortcut].add(submission, address);
    this.log.warn({ shortcut, program }, 'a program comes out differently by a shortcut, which it does not get again');
    if (!isLast) return;
    const kind = programKind(submission, this.library);
    this.log.error({ shortcut, kind }, 'a shortcut changed what several people see; it is turned off for this kind');
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
