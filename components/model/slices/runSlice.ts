import type { RenderTimings } from '@/client/render';
import type { Problem } from '@/core/diagnostics/problems';
import type { Load } from '@/core/page';
import type { Timings } from '@/core/wire/wire';
import type { Countdown } from '../countdown';
import type { EndingText } from '../endingText';
import type { Slice } from './slice';

/** What becomes of the code on the server. */

/** What is under way. Times are milliseconds of `performance.now()`. */
export type Run =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly revision: number; readonly askedAt: number }
  | {
      readonly phase: 'queued';
      readonly revision: number;
      readonly askedAt: number;
      readonly wait: Countdown;
      /** Nine waits of ten are not longer. */
      /** Few waits are shorter. */
      readonly soonest?: Countdown;
      readonly longest?: Countdown;
      /** 1 is the next to start. */
      readonly position?: number;
      /** Not in the queue yet: behind others of this client, with the position among these. */
      readonly isRough: boolean;
      /** Of the server, when it was last told. */
      readonly backends?: number;
      /** Why the seconds went up, if they did. */
      readonly rose?: 'backends' | 'slower';
    }
  | { readonly phase: 'rendering'; readonly revision: number; readonly askedAt: number; readonly startedAt: number };

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
type NextPhase = DistributiveOmit<Exclude<Run, { phase: 'idle' }>, 'revision' | 'askedAt'>;

/** How the last render ended. */
export interface Report {
  readonly revision: number;
  readonly words: EndingText;
  readonly problems: readonly Problem[];
  /** Absent if it was stopped. */
  readonly timings?: RenderTimings;
  /** Where the server's time went; absent if nothing ran. */
  readonly stages?: Timings;
}

/** What a check of the syntax found, which looks at the code but does not run it. */
interface SyntaxCheck {
  readonly revision: number;
  readonly problems: readonly Problem[];
}

export interface RunSlice {
  readonly run: Run;
  readonly report: Report | undefined;
  readonly check: SyntaxCheck | undefined;
  readonly output: string;
  readonly isConnectionLost: boolean;
  /** Of the server; undefined if it has not told. */
  readonly load: Load | undefined;
}

export const NO_RUN: RunSlice = {
  run: { phase: 'idle' },
  report: undefined,
  check: undefined,
  output: '',
  isConnectionLost: false,
  load: undefined,
};

export class RunActions {
  constructor(private readonly slice: Slice<RunSlice>) {}

  /** What was said of other code means nothing any more. */
  forget(): void {
    this.slice.setState({ report: undefined, check: undefined, output: '' });
  }

  ask(revision: number, askedAt: number): void {
    this.slice.setState({ run: { phase: 'sending', revision, askedAt } });
  }

  /** To the next phase of the same render. The server has been heard. */
  go(next: NextPhase): void {
    const { run } = this.slice.getState();
    this.slice.setState({
      isConnectionLost: false,
      ...(next.phase === 'rendering' && { output: '' }),
      ...(run.phase !== 'idle' && { run: { ...next, revision: run.revision, askedAt: run.askedAt } }),
    });
  }

  print(text: string): void {
    this.slice.setState({ output: this.slice.getState().output + text });
  }

  end(report: Report): void {
    this.slice.setState({ run: { phase: 'idle' }, report, isConnectionLost: false });
  }

  /** Nothing runs, and nothing is told of what did. */
  rest(): void {
    this.slice.setState({ run: { phase: 'idle' } });
    this.forget();
  }

  /** By the person: whether the server is there is not known by that. */
  stop(report: Report): void {
    this.slice.setState({ run: { phase: 'idle' }, report });
  }

  lose(): void {
    this.slice.setState({ run: { phase: 'idle' }, isConnectionLost: true });
  }

  noteCheck(check: SyntaxCheck): void {
    this.slice.setState({ check });
  }

  /** More has been found out about problems that are told now; about others it is too late. */
  explain(problems: readonly Problem[], explained: readonly Problem[]): void {
    const { report, check } = this.slice.getState();
    if (report?.problems === problems) this.slice.setState({ report: { ...report, problems: explained } });
    if (check?.problems === problems) this.slice.setState({ check: { ...check, problems: explained } });
  }

  noteLoad(load: Load | undefined): void {
    this.slice.setState({ load });
  }
}
