'use client';

import { useEffect, useRef } from 'react';
import { OUTLINE_BUTTON } from '@/components/ui/classes';

export interface Question {
  readonly text: string;
  readonly word: string;
  readonly answer: (yes: boolean) => void;
}

/** Asks before something that cannot be taken back. Escape means no. */
export function ConfirmDialog({ question }: { readonly question: Question | undefined }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (question) element.current?.showModal();
    else element.current?.close();
  }, [question]);
  return (
    <dialog
      ref={element}
      aria-labelledby="confirm-text"
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border border-edge bg-raised p-5 text-text backdrop:bg-[#0006]"
      onCancel={() => question?.answer(false)}
    >
      <p id="confirm-text">{question?.text}</p>
      <div className="mt-4 flex justify-end gap-2">
        <button type="button" className={OUTLINE_BUTTON} onClick={() => question?.answer(false)}>
          Leave it
        </button>
        <button
          type="button"
          className={`${OUTLINE_BUTTON} border-error text-error`}
          data-testid="confirm-yes"
          onClick={() => question?.answer(true)}
        >
          {question?.word}
        </button>
      </div>
    </dialog>
  );
}
