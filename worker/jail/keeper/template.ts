import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { TEMPLATE_LIMITS } from '@/core/limits';
import { readLines } from '@/platform/lines';
import { TEMPLATE_DESCRIPTORS } from './walls';

/**
 * One template (native/template.h): a process that is started once and copied into jails, as the keeper asks.
 *
 * starting -> `ready`, and it shares no memory that could be written: ready
 * ready    -> place(): a copy goes behind the walls and waits there -> goOn(): it is let go on, or dies with its jail
 * any      -> it ends, says something unknown, or takes too long: broken, for good; what was asked is answered with a failure
 */

/** How a copy ended. */
export interface CopyEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a copy takes on from the jail it goes to. */
export interface Place {
  readonly process: number;
  readonly niceness: number;
  /** By the kernel's numbers. */
  readonly limits: readonly (readonly [resource: number, most: number])[];
}

interface Waiting {
  readonly done: (copy: number) => void;
  readonly failed: (error: Error) => void;
}

const SHARED_AND_WRITABLE = /^\S+ .w.s /m;
const ANSWER = /^(ready|placed|failed|ended|broken) ?(.*)$/;
/** As bubblewrap and every shell tell of a program that was ended by a signal. */
const BY_SIGNAL = 128;

export class Template {
  readonly ready: Promise<void>;
  /** With the reason. */
  readonly broken: Promise<string>;
  isReady = false;
  isBroken = false;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly ends = new Map<number, (end: CopyEnd) => void>();
  private becomeReady!: () => void;
  private becomeBroken!: (why: string) => void;

  constructor(command: readonly string[], bubblewrap: readonly string[], seccompFile: string) {
    this.ready = new Promise((resolve) => (this.becomeReady = resolve));
    this.broken = new Promise((resolve) => (this.becomeBroken = resolve));
    const seccomp = openSync(seccompFile, constants.O_RDONLY);
    const stdio: ('ignore' | 'pipe' | number)[] = Array<'ignore'>(TEMPLATE_DESCRIPTORS.seccomp + 1).fill('ignore');
    stdio[TEMPLATE_DESCRIPTORS.requests] = stdio[TEMPLATE_DESCRIPTORS.answers] = 'pipe';
    stdio[TEMPLATE_DESCRIPTORS.seccomp] = seccomp;
    this.child = spawn('bwrap', [...bubblewrap, '--', ...command], {
      env: { PATH: '/usr/bin:/bin' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
      cwd: '/',
      detached: true,
      stdio,
    });
    closeSync(seccomp);
    this.child.once('error', (error) => this.break(error.message));
    this.child.once('exit', (code, signal) => this.break(`ended with ${signal ?? code}`));
    this.requests.on('error', () => undefined);
    readLines(this.stream(TEMPLATE_DESCRIPTORS.answers) as Readable, (line) => this.hear(line));
    setTimeout(() => {
      if (!this.isReady) this.break('was not ready in time');
    }, TEMPLATE_LIMITS.startSeconds * 1000).unref();
  }

  /** Whether none of its copies is left. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.ends.size === 0;
  }

  /** Resolves to the number of the copy, which waits behind the walls. */
  place({ process: number, niceness, limits }: Place, onEnd: (end: CopyEnd) => void): Promise<number> {
    if (this.isBroken || this.waiting.has(number)) return Promise.reject(new Error('a template is broken'));
    return new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => this.break('did not answer in time'), TEMPLATE_LIMITS.placingSeconds * 1000);
      this.waiting.set(number, {
        done: (copy) => {
          clearTimeout(late);
          this.ends.set(copy, onEnd);
          resolve(copy);
        },
        failed: (error) => {
          clearTimeout(late);
          reject(error);
        },
      });
      this.requests.write(`${[number, niceness, ...limits.flat()].join(' ')}\n`);
    });
  }

  goOn(copy: number): void {
    this.requests.write(`0 ${copy}\n`);
  }

  end(): void {
    this.break('is not needed');
  }

  private hear(line: string): void {
    const [, word, rest = ''] = ANSWER.exec(line) ?? [];
    const [first, second, third] = rest.split(' ').map(Number);
    if (word === 'ready') return this.checkReady(first ?? 0);
    if (word === 'placed') return this.answer(first ?? 0)?.done(second ?? 0);
    if (word === 'failed') return this.answer(first ?? 0)?.failed(new Error(`a template could not be copied: ${rest}`));
    if (word === 'ended') return this.tellEnd(first ?? 0, second ?? 0, third ?? 0);
    this.break(line.slice(0, TEMPLATE_LIMITS.maxReasonUnits));
  }

  /** What it shared with its copies they would share with one another. */
  private checkReady(pid: number): void {
    if (SHARED_AND_WRITABLE.test(readFileSync(`/proc/${pid}/maps`, 'utf8'))) return this.break('shares memory');
    this.isReady = true;
    this.becomeReady();
  }

  private answer(process: number): Waiting | undefined {
    const waiting = this.waiting.get(process);
    this.waiting.delete(process);
    return waiting;
  }

  private tellEnd(copy: number, code: number, signal: number): void {
    this.ends.get(copy)?.({ code: signal === 0 ? code : BY_SIGNAL + signal, signal: null });
    this.ends.delete(copy);
  }

  private break(why: string): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.isReady = false;
    this.becomeBroken(why);
    for (const { failed } of this.waiting.values()) failed(new Error(`a template ${why}`));
    this.waiting.clear();
    // Nobody would tell how these end.
    for (const onEnd of this.ends.values()) onEnd({ code: null, signal: 'SIGKILL' });
    this.ends.clear();
    this.child.kill('SIGKILL');
  }

  private get requests(): Writable {
    return this.stream(TEMPLATE_DESCRIPTORS.requests) as Writable;
  }

  private stream(descriptor: number): unknown {
    return (this.child.stdio as readonly unknown[])[descriptor];
  }
}
