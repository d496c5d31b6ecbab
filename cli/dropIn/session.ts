import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AsyCall } from '../../core/asy/commandLine';
import { parseErrorLine } from '../../core/diagnostics/errorLines';
import { figureOf, type Figure } from '../../core/latex/figure';
import { isRepeatable } from '../../core/render/repeatable';
import type { Terminal } from '../render';
import { draw, questionOf, type Drawn, type Finished } from './drawing';
import { documentProblems, otherFigures, readFigure } from './figures';
import { ReadyFigures } from './ready';
import { Gathering } from './sources';
import { cacheFolderOf, FigureStore, keyOf } from './store';

/** One call of asy: its programs drawn side by side, told of and written in their order. */

/** A program; without bytes it is not there. */
export interface Target {
  readonly name: string;
  /** What asy calls it when it tells of a place in it. */
  readonly shownAs?: string;
  readonly bytes?: Buffer;
  readonly path?: string;
  /** A command has the name of this file. */
  readonly calledAfter?: string;
  /** It came on standard input. */
  readonly isPiped?: boolean;
}

interface SessionOptions {
  readonly call: AsyCall;
  readonly server: string;
  readonly folder: string;
  /** Folders of modules. */
  readonly search: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

interface DrawnCall {
  /** Why a server could not do all of it, if it is that. */
  readonly needsLocal: readonly string[];
  /** Says and writes it all; the exit code. */
  readonly tell: () => Promise<number>;
}

interface Job {
  readonly target: Target;
  readonly gathering: Gathering;
  readonly figure?: Figure;
  readonly key?: string;
}

/** Requests at a time; a server has limits of its own for each client. */
const SIDE_BY_SIDE = 8;
/** What asy on a server says of everything outside the task's own folder. */
const OUTSIDE = 'runtime: Read from other directories disabled';
/** A picture without a name is a dot and its format, or that twice. */
const NAMELESS_PICTURE = /^(?:\.(?:svg|pdf|png|eps|html|v3d)){1,2}$/;

export class Session {
  private readonly store: FigureStore;
  private readonly ready: ReadyFigures;
  private readonly args: readonly string[];
  /** Where pictures are written. */
  private readonly target: string;

  constructor(private readonly options: SessionOptions) {
    const { call, folder, environment } = options;
    const cacheFolder = cacheFolderOf(environment);
    this.store = new FigureStore(cacheFolder);
    this.ready = new ReadyFigures(cacheFolder, environment.ASYGROUND_SERVER ?? '');
    const { outname } = call;
    const isFolder = outname === undefined || /(?:^|\/)\.{0,2}$/.test(outname);
    const base = isFolder ? '' : path.basename(outname);
    this.target = path.resolve(folder, isFolder ? (outname ?? '') : path.dirname(outname));
    this.args = [...call.args, ...(base === '' ? [] : ['-o', base])];
  }

  /** Nothing is said or written yet. */
  async draw(targets: readonly Target[]): Promise<DrawnCall> {
    const jobs = await Promise.all(targets.map((target) => this.prepare(target)));
    const ahead = await this.unfinishedFigures(jobs);
    const drawn = new Map<Job, Drawn>();
    await pooled([...jobs.flatMap((job) => job ?? []), ...ahead], SIDE_BY_SIDE, async (job) => {
      drawn.set(job, await this.drawJob(job));
    });
    if (ahead.length > 0) this.layReady(ahead, drawn);
    const needsLocal = jobs.flatMap((job) => (job ? reasonsFor(job, drawn.get(job)) : []));
    return {
      needsLocal,
      tell: async () => {
        let code = needsLocal.length > 0 ? 1 : 0;
        for (const [i, job] of jobs.entries()) {
          const how = job && drawn.get(job);
          code = Math.max(code, job && how ? await this.tell(job, how) : this.missing(targets[i]?.name ?? ''));
        }
        for (const reason of needsLocal) this.options.terminal.err(`asy: ${reason}\n`);
        return code;
      },
    };
  }

  private layReady(ahead: readonly Job[], drawn: ReadonlyMap<Job, Drawn>): void {
    this.store.prune();
    this.ready.clear();
    if (this.args.length > 0) return;
    const folder = realpathSync(this.options.folder);
    for (const job of ahead) {
      const how = drawn.get(job);
      const { name, bytes } = job.target;
      if (bytes && how && 'finished' in how && job.gathering.sources.files.size === 1)
        this.ready.lay(folder, path.parse(name).name, bytes, how.finished);
    }
  }

  private missing(name: string): number {
    this.options.terminal.err(`error: could not load module '${name}'\n`);
    return 1;
  }

  private async prepare(target: Target): Promise<Job | undefined> {
    const { folder, search, call } = this.options;
    if (target.bytes === undefined) return undefined;
    const gathering = new Gathering({ folder, search }, target.name);
    const { autoimport } = call;
    await gathering.begin(target.bytes, autoimport === undefined ? [] : [`${autoimport}.asy`]);
    const figure = target.path && figureOf(path.parse(target.name).name, target.bytes.toString('utf8'));
    if (!figure) return { target, gathering };
    return { target, gathering, figure, key: keyOf(this.options.server, questionOf(gathering, this.args)) };
  }

  /** The other figures of the document that will be asked for next: those never drawn, or gone from the folder. */
  private async unfinishedFigures(jobs: readonly (Job | undefined)[]): Promise<Job[]> {
    const given = jobs.find((job) => job?.figure && this.kept(job)?.isFresh !== true);
    if (!given?.figure || given.target.path === undefined) return [];
    const asked = new Set(jobs.map((job) => job?.target.path));
    const others = await Promise.all(
      otherFigures(given.target.path, given.figure)
        .filter((file) => !asked.has(file))
        .map(async (file) => {
          const read = readFigure(file);
          return read && this.prepare({ name: path.basename(file), bytes: read.bytes, path: file });
        }),
    );
    return others.flatMap((job) => {
      const isWanted = job?.figure && isRepeatable(bytesOf(job)) && this.isUnfinished(job);
      return isWanted ? [job] : [];
    });
  }

  private isUnfinished(job: Job): boolean {
    const kept = this.kept(job);
    if (!kept) return true;
    return !kept.isFresh && !kept.finished.files.every(({ name }) => existsSync(path.join(this.target, name)));
  }

  private kept({ key }: Job) {
    return key === undefined ? undefined : this.store.read(key);
  }

  private async drawJob(job: Job): Promise<Drawn> {
    const kept = this.kept(job);
    if (kept?.isFresh) return { finished: kept.finished };
    const args = [...this.args, ...this.argsFor(job.target)];
    const drawn = await draw(this.options.server, job.gathering, args, job.figure !== undefined);
    if ('finished' in drawn && job.key !== undefined && isRepeatable(bytesOf(job)))
      this.store.keep(job.key, drawn.finished);
    return drawn;
  }

  private argsFor({ isPiped, calledAfter }: Target): string[] {
    if (isPiped) return ['-'];
    const [stem = ''] = path.basename(calledAfter ?? '').split('.', 1);
    return stem === '' || this.args.includes('-o') ? [] : ['-o', stem];
  }

  /** The exit code. */
  private async tell(job: Job, drawn: Drawn): Promise<number> {
    const { terminal } = this.options;
    if ('undrawn' in drawn) {
      if (!drawn.isRefused) terminal.err(`asy: ${drawn.undrawn}\n`);
      return 1;
    }
    const { finished } = drawn;
    terminal.out(finished.stdout);
    terminal.err(withPath(finished.stderr, job.target));
    if (job.figure && job.target.path !== undefined && finished.problems.length > 0) {
      const source = readFileSync(job.target.path, 'utf8');
      for (const line of documentProblems(job.target.path, source, job.figure, finished.problems))
        terminal.err(`${line}\n`);
    }
    return (await this.write(finished)) ? finished.code : 1;
  }

  /** Names come from the program: nothing is written anywhere else. */
  private async write({ files }: Finished): Promise<boolean> {
    let isWell = true;
    for (const { name, base64 } of files) {
      if (path.basename(name) !== name || (name.startsWith('.') && !NAMELESS_PICTURE.test(name))) continue;
      await writeFile(path.join(this.target, name), Buffer.from(base64, 'base64')).catch((error: unknown) => {
        isWell = false;
        this.options.terminal.err(
          `asy: can't write ${name}: ${error instanceof Error ? error.message : String(error)}\n`,
        );
      });
    }
    return isWell;
  }
}

/** Why a server could not do it, if it is that: it refuses, or was not sent what the program needs. */
function reasonsFor({ gathering }: Job, drawn: Drawn | undefined): readonly string[] {
  const { unsent } = gathering.sources;
  if (!drawn || ('finished' in drawn && drawn.finished.code === 0)) return [];
  if ('finished' in drawn) {
    const looksOutside = unsent.length === 0 && drawn.finished.stderr.includes(OUTSIDE);
    return looksOutside ? ['a server has no other folders to read from.'] : unsent;
  }
  return drawn.isRefused ? [...unsent, drawn.undrawn] : [];
}

/** asy tells of places in a program by the path that it was given. */
function withPath(said: string, { name, shownAs = name }: Target): string {
  if (shownAs === name) return said;
  const unloaded = (file: string) => `error: could not load module '${file}'`;
  const line = (text: string) => {
    if (text === unloaded(name)) return unloaded(shownAs);
    return text.startsWith(`${name}: `) && parseErrorLine(text)?.file === name
      ? shownAs + text.slice(name.length)
      : text;
  };
  return said.split('\n').map(line).join('\n');
}

function bytesOf({ gathering }: Job): ReadonlyMap<string, Uint8Array> {
  return new Map([...gathering.sources.files].map(([name, { bytes }]) => [name, bytes]));
}

async function pooled<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
