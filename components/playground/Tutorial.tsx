'use client';

import { ArrowLeft, ArrowRight, Circle, CircleCheck, X } from 'lucide-react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { isPictureOld, type PlaygroundState } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { goToStep, solveStep } from '@/components/workbench/tutorial';
import { STEPS } from '@/components/model/tutorialSteps';

/** The tutorial, above the code it speaks of. */
export function Tutorial() {
  const isOpen = usePlayground(({ layout }) => layout.isTutorialOpen);
  return isOpen && <OpenTutorial />;
}

function OpenTutorial() {
  const workbench = useWorkbench();
  const index = usePlayground(({ layout }) => layout.tutorialStep);
  const isDone = usePlayground((state) => isStepDone(state));
  const step = STEPS[index];
  if (step === undefined) return null;
  const isLast = index === STEPS.length - 1;
  return (
    <section
      aria-label="Tutorial"
      data-testid={TEST_IDS.tutorial}
      className="max-h-[45%] shrink-0 overflow-auto border-b border-line bg-accent-soft px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">
          {index + 1}. {step.title}
        </h2>
        <span className="text-muted">
          Step {index + 1} of {STEPS.length}
        </span>
        <button
          type="button"
          className={`${FLAT_BUTTON} ml-auto`}
          aria-label="Close tutorial"
          title="Close (your progress is saved)"
          onClick={() => workbench.gateway.arrange({ isTutorialOpen: false })}
        >
          <X size={15} aria-hidden />
        </button>
      </div>
      <p className="mt-1">
        <Prose text={step.about} />
      </p>
      <p className="mt-1 flex items-start gap-1.5 font-medium" role="status">
        {isDone ? (
          <CircleCheck size={16} aria-label="Done:" className="mt-0.5 shrink-0 text-ok" />
        ) : (
          <Circle size={16} aria-label="To do:" className="mt-0.5 shrink-0 text-muted" />
        )}
        <span>
          <Prose text={step.task} />
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <button
          type="button"
          className={`${OUTLINE_BUTTON} disabled:opacity-50`}
          disabled={index === 0}
          onClick={() => goToStep(workbench, index - 1)}
        >
          <ArrowLeft size={14} aria-hidden /> Back
        </button>
        {!isDone && (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => solveStep(workbench, index)}>
            Show me
          </button>
        )}
        {isLast ? (
          isDone && (
            <button
              type="button"
              className={OUTLINE_BUTTON}
              onClick={() => workbench.gateway.arrange({ isTutorialOpen: false, tutorialStep: 0 })}
            >
              Finish
            </button>
          )
        ) : (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => goToStep(workbench, index + 1)}>
            {isDone ? 'Next' : 'Skip'} <ArrowRight size={14} aria-hidden />
          </button>
        )}
      </div>
    </section>
  );
}

/** In the letters of the text `--` looks like two separate signs. */
function Prose({ text }: { readonly text: string }) {
  // Every second part stood between backquotes.
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="inline-block max-w-full rounded bg-surface px-1 font-mono text-[12px] font-normal">
        {part}
      </code>
    ),
  );
}

/** The program does what the step asks for, and it has been drawn. */
function isStepDone(state: PlaygroundState): boolean {
  const { draft, layout, report } = state;
  const isDrawn = report?.words.kind === 'success' && !isPictureOld(state);
  return isDrawn && (STEPS[layout.tutorialStep]?.isDone(textOf(draft, draft.main)) ?? false);
}
