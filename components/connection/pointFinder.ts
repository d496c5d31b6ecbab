import type { AsyonlineClient } from '@/client/client';
import { filesOf, textOf } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import { findHandles, type FoundHandles } from '@/components/model/handles';
import { isPictureOld, shownPicture, type PlaygroundState } from '@/components/model/state';
import { isUnderLoad } from '@/components/model/load';
import { parseMotions, withTrials } from '@/components/model/trials';
import { QUESTION, parseUnits, type Units } from '@/components/model/units';
import { literalPairs } from '@/core/language/literalPairs';

/**
 * Finds the units of the picture on the screen, and which of its points can be dragged, when somebody points at it: a
 * short run for each in every state of the code, and none while others wait for the server.
 */

/** What is known of one state of the code, or being found out. */
interface Known {
  readonly revision: number;
  units?: Promise<Units | undefined>;
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
    if (known === undefined) return undefined;
    const state = this.state();
    known.units ??= this.ask(state, `${codeOf(state)}${QUESTION}`).then(parseUnits);
    return known.units;
  }

  async handles(): Promise<FoundHandles | undefined> {
    const known = this.current();
    if (known === undefined) return undefined;
    known.handles ??= this.findHandles(this.state());
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
    if (this.known?.revision === state.revision) return this.known;
    if (!canBeKnown(state)) return undefined;
    this.stop();
    this.known = { revision: state.revision };
    return this.known;
  }

  private async findHandles(state: PlaygroundState): Promise<FoundHandles> {
    const { revision } = state;
    const pairs = literalPairs(codeOf(state));
    const trials = withTrials(codeOf(state), pairs);
    const output = trials === undefined ? '' : await this.ask(state, trials);
    return { revision, pairs, ...findHandles(pairs, parseMotions(output, pairs)) };
  }

  /** What the program answers instead of drawing. */
  private async ask({ draft, settings }: PlaygroundState, code: string): Promise<string> {
    const files = { ...filesOf(draft), [draft.main]: code };
    const engine = engineOf(draft, settings);
    const render = this.client.render({ files, main: draft.main, options: { format: 'svg', engine } });
    const abort = () => render.abort();
    this.running.add(abort);
    const { output } = await render.finished;
    this.running.delete(abort);
    return new TextDecoder().decode(output.stdout);
  }
}

function codeOf({ draft }: PlaygroundState): string {
  return textOf(draft, draft.main);
}

/** The one picture that the program as it is now has drawn, in two dimensions. */
function canBeKnown(state: PlaygroundState): boolean {
  const picture = shownPicture(state);
  if (picture === undefined || picture === state.shellPicture || picture.name !== undefined) return false;
  return picture.format !== 'html' && !isPictureOld(state) && state.run.phase === 'idle' && !isUnderLoad(state.load);
}
