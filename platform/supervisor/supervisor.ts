import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUPERVISOR_LIMITS } from '@/core/limits';
import { success } from '@/core/result';
import { Keeper, JAIL_USERS, keeperSocket } from '@/worker/jail/keeper/keeper';
import type { Command } from '../command';
import type { Config } from '../config/config';
import { holdLock, openDataFolder, type DataFolder, type Owner } from '../dataFolder';
import { readyMessage, writeChildContext, type ReadyMessage } from '../childContext';
import type { Log } from '../log';
import { runFolderOf } from '../runFolder';
import { embeddedRedis, redisAnswers, silenceOf, type EmbeddedRedis } from '../redis/embedded';
import { Child } from './child';
import { environmentFor, flagsFor, type ChildName } from './childEnvironment';
import { isInContainer } from './container';
import { box, partsOf, refusalToStart, WEAKER_WALLS, welcomeLines } from './plan';
import { preflight } from './preflight';
import { raiseSession } from './priority';
import { reachable } from './reach';
import { leavePlaces, makeRunFolder, type RunFolder } from './sweeper';
import { holdPages, pagesFor } from '../pages';

/**
 * Starts the parts of this machine's role in order, keeps them running, and stops them in the opposite order:
 * Redis, keeper, front (with the scheduler context on one machine), worker.
 *
 * Under root it stays root, because it is the keeper too; every child runs as the service user.
 */

interface SupervisorOptions {
  readonly config: Config;
  /** Flags handed on to the children, which read the same configuration. */
  readonly argv: readonly string[];
  readonly development: boolean;
  readonly log: Log;
  readonly say: (line: string) => void;
}

export class Supervisor {
  private readonly parts: Child[] = [];
  private redis: Child | undefined;
  private keeper: Keeper | undefined;
  private data: DataFolder | undefined;
  private run: RunFolder | undefined;
  private readonly ready = new Map<string, ReadyMessage>();
  /** Mounts of our own, taken away with the run folder or instead of it. */
  private readonly places = [process.env.ASYGROUND_PLACE].filter((one) => one !== undefined);
  private stopped = false;

  constructor(private readonly options: SupervisorOptions) {}

  async start(): Promise<void> {
    const { config } = this.options;
    const owner = process.getuid?.() === 0 ? userOf(config.serviceUser) : undefined;
    if (owner === null) return this.giveUp(serviceUserRefusal(config.serviceUser));
    const isRoot = owner !== undefined;
    const machine = { architecture: process.arch, isRoot, isContainer: isInContainer() };
    const refusal =
      refusalToStart(config, machine) ?? (await preflight(config, owner, (told) => this.options.log.warn(told)));
    if (refusal !== undefined) return this.giveUp(refusal);
    const { development } = this.options;
    const pages = development ? success('.next') : pagesFor(process.cwd(), config.basePath);
    if (!pages.ok) return this.giveUp(pages.failure.message);
    const pagesFolder = pages.value;
    await holdPages(pagesFolder);
    const opened = await openDataFolder(path.resolve(process.env.ASYGROUND_HOME ?? '.', config.dataDir), owner);
    if (!opened.ok) return this.giveUp(opened.failure.message);
    const data = opened.value;
    this.data = data;
    const { instance } = data;
    const { path: dataFolder, place } = reachable(data.root, owner);
    if (place !== undefined) this.places.push(place);
    const run = makeRunFolder(runFolderOf(data, owner !== undefined), owner, this.places);
    if (!run.ok) return this.giveUp(run.failure.message);
    this.run = run.value;
    const redis =
      config.redisUrl === undefined
        ? embeddedRedis({ redis: path.join(dataFolder, 'redis'), run: this.run.service }, config.redisMemoryMegabytes)
        : undefined;
    const silent = redis && (await this.startRedis(redis, data, owner));
    if (silent !== undefined) return this.giveUp(silent);
    const context = {
      runFolder: this.run.service,
      keeperSocket: keeperSocket(this.run.path),
      redisUrl: redis?.url ?? config.redisUrl ?? '',
      instance,
      dataFolder,
      development,
      projectFolder: process.cwd(),
      pagesFolder,
    };
    const environment = {
      ...process.env,
      ...writeChildContext(context),
      NODE_ENV: development ? 'development' : 'production',
      NEXT_PUBLIC_BASE_PATH: config.basePath,
      ASYGROUND_PAGES: pagesFolder,
    };
    if (config.role === 'all' || config.role === 'worker') await this.startKeeper(instance, owner);
    for (const part of partsOf(config.role)) this.startPart(part, environment, owner);
  }

  /** `why` is said last, when nothing else speaks any more. */
  async stop(exitCode: number, why?: string): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    if (this.run) this.options.log.info('stopping');
    for (const part of [...this.parts].reverse()) await part.stop();
    await this.keeper?.close();
    await this.redis?.stop();
    if (this.run) this.run.remove();
    else leavePlaces(this.places);
    this.data?.release();
    if (why !== undefined) process.stderr.write(`Asyground could not start. ${why}\n`);
    process.exit(exitCode);
  }

  /** Answers what is wrong with it. One that ends before it answers would end again: its data cannot be read, say. */
  private async startRedis(
    redis: EmbeddedRedis,
    data: DataFolder,
    owner: Owner | undefined,
  ): Promise<string | undefined> {
    this.redis = this.addChild('redis', redis.command, { PATH: process.env.PATH, LANG: 'C.UTF-8' }, owner, false);
    const over = AbortSignal.timeout(SUPERVISOR_LIMITS.redisStartSeconds * 1000);
    const answers = redisAnswers(redis.socket, over).then(() => true);
    // Not in time: then it is as if it had ended.
    const works = await Promise.race([answers, this.redis.exited.then(() => false)]).catch(() => false);
    return works ? undefined : silenceOf(redis, data.redis);
  }

  private async startKeeper(instance: string, owner: Owner | undefined): Promise<void> {
    const { config, log } = this.options;
    const firstJail = owner && (await reserveUsers(config.jailUidBase));
    this.keeper = new Keeper({
      runFolder: this.run?.path ?? '',
      users: owner && firstJail !== undefined ? { firstJail, worker: owner } : undefined,
      memoryBytes: config.jailMemoryBytes,
      instance,
      log,
    });
    await this.keeper.listen();
    raiseSession(process.pid);
  }

  private startPart(name: ChildName, environment: Record<string, string | undefined>, owner: Owner | undefined): void {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const { development } = this.options;
    const argv = flagsFor(name, this.options.argv);
    const entry = name === 'worker' ? 'worker' : 'server';
    const tsx = path.join(process.cwd(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
    const args = development
      ? [
          tsx,
          'watch',
          '--clear-screen=false',
          '--exclude',
          '**/.next/**',
          path.join(process.cwd(), entry, 'main.ts'),
          ...argv,
        ]
      : ['--enable-source-maps', path.join(here, `${entry}.mjs`), ...argv];
    // In development Next writes into the checkout, which belongs to whoever works on it.
    const user = development && name !== 'worker' ? undefined : owner;
    this.parts.push(
      this.addChild(name, { file: process.execPath, args }, environmentFor(name, environment), user, true),
    );
  }

  private addChild(
    name: string,
    command: Command,
    environment: Record<string, string | undefined>,
    owner: Owner | undefined,
    talks: boolean,
  ): Child {
    const child = new Child({
      name,
      command,
      environment,
      owner,
      graceSeconds: SUPERVISOR_LIMITS.graceSeconds,
      talks,
      isWatched: talks && !this.options.development,
      log: this.options.log,
      onMessage: (message) => this.hear(name, message),
      onHopeless: (code, why) => void this.stop(code, why),
    });
    child.start();
    return child;
  }

  /** The address is told when everything behind it works, so that the first render does too. */
  private hear(name: string, message: unknown): void {
    const ready = readyMessage.safeParse(message);
    if (!ready.success || this.ready.has(name)) return;
    this.options.log.info(`${name} is ready`);
    this.ready.set(name, ready.data);
    if (this.ready.size < this.parts.length) return;
    const root = this.data?.root ?? '';
    const token = {
      isTerminal: process.stdout.isTTY,
      isConfigured: this.options.config.adminToken !== undefined,
      file: path.join(root, 'admin-token'),
    };
    const lines = [...welcomeLines([...this.ready.values()], token), `Data is kept in ${root}`];
    if (this.keeper && process.getuid?.() !== 0) lines.push(`${WEAKER_WALLS}.`);
    for (const line of box(lines)) this.options.say(line);
  }

  private giveUp(why: string): Promise<void> {
    return this.stop(2, why);
  }
}

/** The first of a block of user ids that no other instance on this machine uses. */
async function reserveUsers(base: number): Promise<number> {
  for (let block = 0; ; block += 1) {
    if (await holdLock(`users:${base + block * JAIL_USERS}`)) return base + block * JAIL_USERS;
  }
}

/** Null: there is none of that name, or it is root itself. */
function userOf(name: string): Owner | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
    );
    return uid ? { uid, gid: gid ?? uid } : null;
  } catch {
    return null;
  }
}

function serviceUserRefusal(name: string): string {
  return `SERVICE_USER ${name} is no ordinary user of this machine. Make it with useradd --system, or leave SERVICE_USER out.`;
}
