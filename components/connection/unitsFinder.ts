import type { AsyonlineClient } from '@/client/client';
import { filesOf, textOf } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import { isPictureOld, shownPicture, type PlaygroundState } from '@/components/model/state';
import { isUnderLoad } from '@/components/model/load';
import { QUESTION, parseUnits, type Units } from '@/components/model/units';

/**
 * Finds the units of the picture on the screen, when somebody points at it: one short run for each state of the code,
 * and none while others wait for the server.
 */
export class UnitsFinder {
  private revision: number | undefined;
  private finding: Promise<Units | undefined> = Promise.resolve(undefined);
  private abort: (() => void) | undefined;

  constructor(
    private readonly client: Pick<AsyonlineClient, 'render'>,
    private readonly state: () => PlaygroundState,
  ) {}

  find(): Promise<Units | undefined> {
    const state = this.state();
    if (!canBeKnown(state)) return Promise.resolve(undefined);
    if (state.revision !== this.revision) {
      this.revision = state.revision;
      this.finding = this.ask(state);
    }
    return this.finding;
  }

  /** What was asked is of no use any more. */
  stop(): void {
    this.abort?.();
    this.abort = undefined;
  }

  private async ask({ draft, settings }: PlaygroundState): Promise<Units | undefined> {
    this.stop();
    const files = { ...filesOf(draft), [draft.main]: `${textOf(draft, draft.main)}${QUESTION}` };
    const engine = engineOf(draft, settings);
    const render = this.client.render({ files, main: draft.main, options: { format: 'svg', engine } });
    this.abort = () => render.abort();
    const { output } = await render.finished;
    return parseUnits(new TextDecoder().decode(output.stdout));
  }
}

/** The one picture that the program as it is now has drawn, in two dimensions. */
function canBeKnown(state: PlaygroundState): boolean {
  const picture = shownPicture(state);
  if (picture === undefined || picture === state.shellPicture || picture.name !== undefined) return false;
  return picture.format !== 'html' && !isPictureOld(state) && state.run.phase === 'idle' && !isUnderLoad(state.load);
}
