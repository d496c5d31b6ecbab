import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { vi } from 'vitest';
import type { DrawnObjects } from '@/core/drawnObjects';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { PREPARED_FOLDER } from '@/platform/toolchain';
import { renderCommand, type RenderSubmission } from '@/worker/asy/command';
import { readLabels } from '@/worker/asy/labels';
import { readObjects } from '@/worker/asy/objects';
import { untilEnded } from '@/worker/asy/streams';
import { Keeper } from '@/worker/jail/keeper/keeper';
import { KeeperClient } from '@/worker/jail/keeperClient';
import { Slots } from '@/worker/jail/slots';
import { fitsFaster, fitsLabels, fitsWarm } from '@/worker/warm/fitness';
import { kindOf, templateOf, type WarmKind } from '@/worker/warm/kind';
import { importedModules, shadows } from '@/worker/warm/modules';
import { Shortcuts } from '@/worker/warm/shortcuts';
import { startedWarm, startIn, type Started } from '@/worker/warm/starter';
import { WarmJail } from '@/worker/warm/warmJail';
import type { Program } from './program';

/**
 * The same program by different ways: bare asy on this machine, a fresh jail with all shortcuts, a jail that waited, one that
 * has read its modules ahead, and one that knows the sizes of labels.
 */

/** All that can be seen of a run. */
export interface Seen {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number | null;
  /** Every file in the folder afterwards, and the bytes of the pictures. */
  readonly files: readonly string[];
  readonly pictures: ReadonlyMap<string, Buffer>;
  /** Which line drew what, from a jail: to have asked for it changes nothing else. */
  readonly objects?: DrawnObjects;
  /** What a jail has learned of labels. */
  readonly labels?: string;
}

const PICTURE = /\.(?:svg|pdf|png|eps|html|v3d)$/;
/** The way a jail says what TeX may do, for the bare run too. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
  SOURCE_DATE_EPOCH: '0',
  openin_any: 'p',
  openout_any: 'p',
  MKTEXTFM: '0',
  MKTEXPK: '0',
  MKTEXMF: '0',
  MKTEXTEX: '0',
  TEXMFLOCAL: path.resolve(PREPARED_FOLDER, 'texmf'),
};
const PATIENCE_MS = 60_000;

function submissionOf(program: Program): RenderSubmission {
  const main = program.main ?? 'main.asy';
  const files = { [main]: program.source, ...program.files };
  return {
    kind: 'render',
    main,
    files: new Map(Object.entries(files).map(([name, contents]) => [name, Buffer.from(contents)])),
    options: {
      ...DEFAULT_SUBMISSION_OPTIONS,
      format: program.format ?? 'svg',
      stderrRedir: program.merged ?? true,
      objects: program.objects ?? true,
      ...(program.engine === undefined ? {} : { engine: program.engine }),
      ...(program.render === undefined ? {} : { render: program.render }),
    },
  };
}

export async function runBare(program: Program): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-equal-'));
  const submission = submissionOf(program);
  const home = mkdtempSync(path.join(tmpdir(), 'asyground-home-'));
  try {
    for (const [name, bytes] of submission.files) writeFileSync(path.join(folder, name), bytes);
    const { command, environment } = renderCommand(submission);
    // The shell only joins the two streams.
    const line = submission.options.stderrRedir ? 'exec "$@" 2>&1' : 'exec "$@"';
    const child = spawn('sh', ['-c', line, 'sh', ...command], {
      cwd: folder,
      env: { ...process.env, ...ENVIRONMENT, ...environment, HOME: home, TMPDIR: home, ASYMPTOTE_HOME: `${home}/.asy` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
      // A TeX that cannot be started makes asy signal its whole group.
      detached: true,
    });
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString('latin1')));
    child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString('latin1')));
    // As a shell says it of a program that was killed.
    const exit = await new Promise<number | null>((resolve) =>
      child.once('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code)),
    );
    return { ...text, exit, ...look(readdirSync(folder), (name) => readFileSync(path.join(folder, name))) };
  } finally {
    for (const place of [folder, home]) rmSync(place, { recursive: true, force: true });
  }
}

export class Jails {
  private constructor(
    private readonly keeper: Keeper,
    private readonly client: KeeperClient,
    private readonly slots: Slots,
    private readonly runFolder: string,
    readonly shortcuts: Shortcuts,
  ) {}

  static async open(): Promise<Jails> {
    const isRoot = process.getuid?.() === 0;
    const parent = isRoot ? '/run/asyground' : tmpdir();
    mkdirSync(parent, { recursive: true });
    const runFolder = mkdtempSync(path.join(parent, 'equality-'));
    // The jails' own users go through it.
    chmodSync(runFolder, 0o755);
    const log = pino({ level: 'silent' });
    const keeper = new Keeper({
      runFolder,
      users: isRoot ? { firstJail: 1_980_000_000, worker: { uid: 0, gid: 0 } } : undefined,
      memoryBytes: 2 ** 30,
      instance: `equality-${process.pid}`,
      log,
    });
    await keeper.listen();
    const client = await KeeperClient.connect(keeper.socketPath, () => undefined);
    const slots = new Slots(client, log);
    await slots.open(4);
    return new Jails(keeper, client, slots, runFolder, new Shortcuts(path.resolve(PREPARED_FOLDER), log));
  }

  async close(): Promise<void> {
    this.client.close();
    await this.keeper.close();
    rmSync(this.runFolder, { recursive: true, force: true });
  }

  async cold(program: Program): Promise<Seen> {
    const submission = submissionOf(program);
    const startMode = fitsFaster(submission) ? 'cold' : 'stock';
    const options = { startMode, isPrepared: true, durationSeconds: 60, niceness: 5 } as const;
    return this.follow(await startIn(await this.slots.take(), submission, options));
  }

  /** Undefined for a program that does not run in a jail that waited. */
  async warm(program: Program): Promise<Seen | undefined> {
    return this.waited(submissionOf(program), []);
  }

  /** With the modules that it imports read ahead, and one more; undefined for one that does not import any. */
  async ahead(program: Program): Promise<Seen | undefined> {
    const submission = submissionOf(program);
    const { library } = this.shortcuts;
    const modules = importedModules(submission.files, library);
    if (modules.length === 0 || shadows(submission.files, library.names)) return undefined;
    return this.waited(submission, [...new Set([...modules, 'trembling'])]);
  }

  /** With all that a run before it has learned of labels; undefined for one that learned nothing. */
  async remembering(program: Program, labels: string | undefined): Promise<Seen | undefined> {
    const submission = submissionOf(program);
    return labels === undefined || !fitsLabels(submission) ? undefined : this.waited(submission, [], labels);
  }

  private async waited(
    submission: RenderSubmission,
    modules: readonly string[],
    labels?: string,
  ): Promise<Seen | undefined> {
    if (!fitsWarm(submission, this.shortcuts.modules)) return undefined;
    const kind = kindOf(submission, modules);
    if (!kind) return undefined;
    await this.untilCopied(kind);
    const slot = await this.slots.take();
    const waiting = await WarmJail.start(slot, { kind, isPrepared: true, isFaster: true, niceness: 5 });
    if (!waiting) throw new Error('the jail did not become ready');
    return this.follow(startedWarm(waiting, submission, { labels }));
  }

  /** Until a jail of this kind is filled with copies, where it can be: they are what is compared. */
  private async untilCopied(kind: WarmKind): Promise<void> {
    const template = templateOf(kind);
    const { templates } = this.keeper;
    if (!templates || !template) return;
    await vi.waitUntil(() => templates.familyFor(template), { timeout: PATIENCE_MS, interval: 20 });
  }

  private async follow({ jail, slot }: Started): Promise<Seen> {
    const text = { stdout: '', stderr: '' };
    const late = setTimeout(() => jail.kill(), PATIENCE_MS);
    jail.output.on('data', (chunk: Buffer) => (text.stdout += chunk.toString('latin1')));
    jail.errors?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString('latin1')));
    const drained = Promise.all([untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    const exit = await jail.exited;
    await drained;
    clearTimeout(late);
    const seen = look(jail.folder.names(), (name) => jail.folder.read(name, 2 ** 25) ?? Buffer.alloc(0));
    const objects = readObjects(jail.folder);
    const labels = readLabels(jail.folder);
    await this.slots.giveBack(slot);
    return { ...text, exit: exit.code, ...seen, objects, labels };
  }
}

/** Our own files begin with a dot; nobody is shown these. */
function look(names: readonly string[], read: (name: string) => Buffer): Pick<Seen, 'files' | 'pictures'> {
  const files = names.filter((name) => !name.startsWith('.')).sort();
  return { files, pictures: new Map(files.filter((name) => PICTURE.test(name)).map((name) => [name, read(name)])) };
}
