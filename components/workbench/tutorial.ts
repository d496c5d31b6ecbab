import { draftOf, textOf } from '@/components/model/draft';
import { translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import type { Workbench } from './workbench';
import { STEPS, beginningOf } from '@/components/model/tutorialSteps';

/** Going through the tutorial: what each of its buttons does to the draft. */

/** In a draft of its own, where it was left. */
export async function startTutorial(workbench: Workbench): Promise<void> {
  const { tutorialStep } = workbench.state.layout;
  const done = translatorOf('workbench')('drafts.tutorialOpened');
  await workbench.drafts.openNew(draftOf(newId(), beginningOf(tutorialStep)), done);
  workbench.gateway.layout.arrange({ isTutorialOpen: true, pane: 'code' });
  workbench.editor.focus();
}

/** Keeps what the person wrote if it does what the step before asked for. */
export function goToStep({ gateway, state: { draft } }: Workbench, step: number): void {
  const isReady = STEPS[step - 1]?.isDone(textOf(draft, draft.main)) ?? false;
  if (!isReady) gateway.draft.editText(draft.main, beginningOf(step));
  gateway.layout.arrange({ tutorialStep: step });
}

export function solveStep({ gateway, state: { draft } }: Workbench, step: number): void {
  gateway.draft.editText(draft.main, beginningOf(step + 1));
}
