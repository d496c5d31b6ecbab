import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TEMPLATE_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import type { Prepared } from './prepared';
import type { TemplateKind } from './protocol';
import { Template } from './template';
import { WARM_FILE, WARM_MAIN, waitingCommand, waitingEnvironment, waitingProgram } from './waitingAsy';
import { HOLDER, templateArguments } from './walls';

/**
 * The templates of a keeper: an asy for each kind of task that is asked for, and the tools that stand by for it.
 *
 * The worker names a kind and nothing else; what runs, and what it reads, is decided here, because it runs with rights that
 * nothing from outside may ever have. One that breaks is not tried again for a while, and jails are filled the slow way.
 * To start one is nobody's share of the processors, so that this is done seldom.
 */

interface TemplatesOptions {
  readonly folder: string;
  readonly seccompFile: string;
  readonly prepared: Prepared | undefined;
  readonly log: Log;
  readonly make?: (...args: ConstructorParameters<typeof Template>) => Template;
}

/** The templates that a jail is filled from. */
export interface Family {
  readonly asy: Template;
  readonly tools: readonly Template[];
}

const TOOLS = {
  screen: ['latex', 'dvisvgm'],
  paper: ['latex', 'pdflatex', 'gs.pdf', 'gs.png', 'dvips'],
  shades: ['latex', 'pdflatex', 'gs.pdf', 'gs.ps', 'dvisvgm'],
  scene: ['latex'],
} as const;
/** What draws the letters of labels in space, whatever the format. */
const LETTERS = ['gs.paths', 'dvips'] as const;

export class Templates {
  /** By name, the ones used last at the end. */
  private readonly known = new Map<string, Template>();
  private notBeforeMs = 0;
  private breaks = 0;
  /** When all that were started with modules are paid for by a rest each. */
  private restedMs = 0;

  constructor(private readonly options: TemplatesOptions) {}

  /** Undefined while they are being started, or where there are none. */
  familyFor({ modules, scene, tools: wanted, onDisplay }: TemplateKind): Family | undefined {
    const { prepared } = this.options;
    if (!prepared || !existsSync(path.join(prepared.folder, HOLDER)) || performance.now() < this.notBeforeMs)
      return undefined;
    const words = scene === undefined ? [] : ['-f', scene];
    const mode = onDisplay ? 'template+display' : 'template';
    const name = ['asy', ...(onDisplay ? ['display'] : []), ...words, ...modules].join(' ');
    if (!this.known.has(name) && modules.length > 0 && !this.mayStart()) return undefined;
    const asy = this.get(name, mode, words, modules);
    const isInSpace = scene !== undefined || onDisplay;
    const names = new Set([...TOOLS[scene === undefined ? wanted : 'scene'], ...(isInSpace ? LETTERS : [])]);
    const tools = [...names].map((name) => this.get(name, `template/${name}`, [], []));
    return asy.isReady && tools.every((tool) => tool.isReady) ? { asy, tools } : undefined;
  }

  /** They are left alone for a while. */
  pause(): void {
    const seconds = Math.min(TEMPLATE_LIMITS.pauseSeconds * 2 ** this.breaks, TEMPLATE_LIMITS.maxPauseSeconds);
    this.breaks += 1;
    this.notBeforeMs = performance.now() + seconds * 1000;
  }

  private mayStart(): boolean {
    const { restMs, startsAtOnce } = TEMPLATE_LIMITS;
    const nowMs = performance.now();
    const restedMs = Math.max(nowMs, this.restedMs) + restMs;
    if (restedMs > nowMs + startsAtOnce * restMs) return false;
    this.restedMs = restedMs;
    return true;
  }

  close(): void {
    for (const template of this.known.values()) template.end();
    this.known.clear();
  }

  private get(name: string, mode: string, words: readonly string[], modules: readonly string[]): Template {
    const known = this.known.get(name);
    const template = known ?? this.start(name, mode, words, modules);
    this.known.delete(name);
    this.known.set(name, template);
    if (!known) this.endOldest();
    return template;
  }

  private start(name: string, mode: string, words: readonly string[], modules: readonly string[]): Template {
    const { folder, seccompFile, prepared, log, make = (...args) => new Template(...args) } = this.options;
    const job = path.join(folder, name.replaceAll(/\W/g, '-'));
    mkdirSync(job, { recursive: true });
    writeFileSync(path.join(job, WARM_FILE), waitingProgram(modules));
    // Its copies have lost all rights by the time they could look.
    chmodSync(job, 0o755);
    const bubblewrap = templateArguments(job, prepared, waitingEnvironment(mode));
    const template = make(waitingCommand(WARM_MAIN, words), bubblewrap, seccompFile);
    void template.ready.then(() => log.debug({ template: name }, 'a template is ready'));
    void template.broken.then((why) => {
      if (this.known.get(name) !== template) return;
      this.known.delete(name);
      this.pause();
      log.warn({ template: name, why }, 'a template broke; jails are started without one for now');
    });
    return template;
  }

  /** Copies of one that ends would be orphans: only one that has none left is ended. */
  private endOldest(): void {
    if (this.known.size <= TEMPLATE_LIMITS.maxTemplates) return;
    for (const [name, template] of this.known) {
      if (!template.isIdle) continue;
      this.known.delete(name);
      template.end();
      return;
    }
  }
}
