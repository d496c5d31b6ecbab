'use client';

import { ArrowLeft, ArrowRight, Circle, CircleCheck, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { isPictureOld, type PlaygroundState } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';
import { goToStep, solveStep } from '@/components/workbench/tutorial';
import { STEPS } from '@/components/model/tutorialSteps';

/** The tutorial, above the code it speaks of. */
export function Tutorial() {
  const isOpen = usePlayground(({ layout }) => layout.isTutorialOpen);
  return isOpen && <OpenTutorial />;
}

function OpenTutorial() {
  const t = useTranslations('tutorial');
  const workbench = useWorkbench();
  const index = usePlayground(({ layout }) => layout.tutorialStep);
  const isDone = usePlayground((state) => isStepDone(state));
  const step = STEPS[index];
  if (step === undefined) return null;
  const isLast = index === STEPS.length - 1;
  return (
    <section
      aria-label={t('label')}
      data-testid={TEST_IDS.tutorial}
      className="max-h-[45%] shrink-0 overflow-auto border-b border-line bg-accent-soft px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">{t('heading', { number: index + 1, title: t(`steps.${step.name}.title`) })}</h2>
        <span className="text-muted">{t('progress', { number: index + 1, count: STEPS.length })}</span>
        <Tooltip text={t('closeHint')}>
          <button
            type="button"
            className={`${FLAT_BUTTON} ml-auto`}
            aria-label={t('close')}
            onClick={() => workbench.gateway.layout.arrange({ isTutorialOpen: false })}
          >
            <X size={15} aria-hidden />
          </button>
        </Tooltip>
      </div>
      <p className="mt-1">
        <Prose text={t(`steps.${step.name}.about`)} />
      </p>
      <p className="mt-1 flex items-start gap-1.5 font-medium" role="status">
        {isDone ? (
          <CircleCheck size={16} aria-label={t('done')} className="mt-0.5 shrink-0 text-ok" />
        ) : (
          <Circle size={16} aria-label={t('toDo')} className="mt-0.5 shrink-0 text-muted" />
        )}
        <span>
          <Prose text={t(`steps.${step.name}.task`)} />
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <button
          type="button"
          className={`${OUTLINE_BUTTON} disabled:opacity-50`}
          disabled={index === 0}
          onClick={() => goToStep(workbench, index - 1)}
        >
          <ArrowLeft size={14} aria-hidden /> {t('back')}
        </button>
        {!isDone && (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => solveStep(workbench, index)}>
            {t('showMe')}
          </button>
        )}
        {isLast ? (
          isDone && (
            <button
              type="button"
              className={OUTLINE_BUTTON}
              onClick={() => workbench.gateway.layout.arrange({ isTutorialOpen: false, tutorialStep: 0 })}
            >
              {t('finish')}
            </button>
          )
        ) : (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => goToStep(workbench, index + 1)}>
            {isDone ? t('next') : t('skip')} <ArrowRight size={14} aria-hidden />
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
