'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OUTLINE_BUTTON } from './classes';

interface Question {
  readonly text: string;
  /** What the button that does it says. */
  readonly word: string;
  readonly answer: (yes: boolean) => void;
}

/**
 * Asks before something that cannot be taken back; gives the function that asks, and what draws the question. A page
 * whose own actions cancel something says no in another word: two buttons that both say Cancel would mean opposite things.
 */
export function useConfirm(
  no: 'cancel' | 'goBack' = 'cancel',
): [confirm: (text: string, word: string) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question>();
  const confirm = useCallback(
    (text: string, word: string) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(undefined);
          resolve(yes);
        };
        setQuestion({ text, word, answer });
      }),
    [],
  );
  return [confirm, <ConfirmDialog key="confirm" question={question} no={no} />];
}

interface ConfirmDialogProps {
  readonly question: Question | undefined;
  readonly no: 'cancel' | 'goBack';
}

/** Escape means no. */
function ConfirmDialog({ question, no }: ConfirmDialogProps) {
  const t = useTranslations('ui');
  const cancel = useTranslations('common')('cancel');
  return (
    <AlertDialog.Root open={question !== undefined} onOpenChange={(open) => !open && question?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-[#0006]" />
        <AlertDialog.Popup className="fixed top-1/3 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md border border-edge bg-raised p-5 text-text">
          <AlertDialog.Title render={<p />}>{question?.text}</AlertDialog.Title>
          <div className="mt-4 flex justify-end gap-2">
            <AlertDialog.Close className={OUTLINE_BUTTON}>{no === 'goBack' ? t('goBack') : cancel}</AlertDialog.Close>
            <button
              type="button"
              className={`${OUTLINE_BUTTON} border-error text-error`}
              data-testid="confirm-yes"
              onClick={() => question?.answer(true)}
            >
              {question?.word}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
