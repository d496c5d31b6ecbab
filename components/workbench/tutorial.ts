import { draftOf, textOf } from '@/components/model/draft';
import { translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import type { Workbench } from './workbench';
import { STEPS, beginningOf } from '@/components/model/tutorialSteps';

/** Going through the tutorial: what each of its buttons does to the draft. */

/** In a draft of its own, where it was left. */
export function startTutorial(workbench: Workbench): void {
  const { tutorialStep } = workbench.state.layout;
  const done = translatorOf('workbench')('drafts.tutorialOpened');
  workbench.drafts.open(draftOf(newId(), beginningOf(tutorialStep)), done);
  workbench.gateway.layout.arrange({ isTutorialOpen: true, pane: 'code' });
  workbench.editor.focus();
}

/** Keeps what the person wrote if it does what the step before asked for. */
export function goToStep(workbench: Workbench, step: number): void {
  const { gateway, state } = workbench;
  const isReady = STEPS[step - 1]?.isDone(textOf(state.draft, state.draft.main)) ?? false;
  if (!isReady) begin(workbench, step);
  gateway.layout.arrange({ tutorialStep: step });
}

export function solveStep(workbench: Workbench, step: number): void {
  begin(workbench, step + 1);
}

/** What was written goes into the history. */
function begin(workbench: Workbench, step: number): void {
  workbench.keepVersion();
  workbench.gateway.draft.editText(workbench.state.draft.main, beginningOf(step));
}
