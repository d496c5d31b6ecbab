import type { AsyonlineClient } from '@/client/client';
import { filesOf, textOf } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import { findHandles, trials, type FoundHandles } from '@/components/model/handles';
import { isPictureOld, shownPicture, type PlaygroundState } from '@/components/model/state';
import { isUnderLoad } from '@/components/model/load';
import { parsePoints, parseUnits, withQuestion, type Units } from '@/components/model/units';
import { literalPairs } from '@/core/language/literalPairs';

/**
 * Finds the units of the picture on the screen, and which of its points can be dragged, when somebody points at it: one
 * short run for each state of the code, four more for the points, and none while others wait for the server.
 */

/** What is known of one state of the code. */
interface Known {
  readonly revision: number;
  readonly base: Promise<string>;
  handles?: Promise<FoundHandles>;
}

export class PointFinder {
  private known: Known | undefined;
  private readonly running = new Set<() => void>();

  constructor(
    private readonly client: Pick<AsyonlineClient, 'render'>,
    private readonly state: () => PlaygroundState,
  ) {}

  async units(): Promise<Units | undefined> {
    const known = this.current();
    return known && parseUnits(await known.base);
  }

  async handles(): Promise<FoundHandles | undefined> {
    const known = this.current();
    if (known === undefined) return undefined;
    known.handles ??= this.findHandles(known, this.state());
    return known.handles;
  }

  /** What was asked is of no use any more. */
  stop(): void {
    for (const abort of this.running) abort();
    this.running.clear();
  }

  /** Undefined where nothing can be known now. */
  private current(): Known | undefined {
    const state = this.state();
    const { revision, draft } = state;
    if (this.known?.revision === revision) return this.known;
    if (!canBeKnown(state)) return undefined;
    this.stop();
    this.known = { revision, base: this.ask(state, textOf(draft, draft.main)) };
    return this.known;
  }

  private async findHandles({ revision, base }: Known, state: PlaygroundState): Promise<FoundHandles> {
    const { draft } = state;
    const code = textOf(draft, draft.main);
    const pairs = literalPairs(code);
    if (pairs.length === 0) return { revision, pairs, handles: [], computed: [] };
    const answers = await Promise.all([base, ...trials(code, pairs).map((trial) => this.ask(state, trial))]);
    return { revision, pairs, ...findHandles(pairs, answers.map(parsePoints)) };
  }

  /** What the program answers instead of drawing. */
  private async ask({ draft, settings }: PlaygroundState, code: string): Promise<string> {
    const files = { ...filesOf(draft), [draft.main]: withQuestion(code) };
    const engine = engineOf(draft, settings);
    const render = this.client.render({ files, main: draft.main, options: { format: 'svg', engine } });
    const abort = () => render.abort();
    this.running.add(abort);
    const { output } = await render.finished;
    this.running.delete(abort);
    return new TextDecoder().decode(output.stdout);
  }
}

/** The one picture that the program as it is now has drawn, in two dimensions. */
function canBeKnown(state: PlaygroundState): boolean {
  const picture = shownPicture(state);
  if (picture === undefined || picture === state.shellPicture || picture.name !== undefined) return false;
  return picture.format !== 'html' && !isPictureOld(state) && state.run.phase === 'idle' && !isUnderLoad(state.load);
}
