'use client';

import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import type { en } from '@/messages/en';
import { ErrorBoundary } from './ErrorBoundary';
import { OUTLINE_BUTTON } from './classes';

type Loaded<Props> = { readonly default: ComponentType<Props> };

const PAUSES_MS = [500, 2000];

/**
 * A part of a page that comes when the page is alive. What could not be loaded is tried again by itself, then says so
 * and is tried again when the person asks for it.
 * @param what its name, said where it fails.
 * @param Meanwhile what stands there until then.
 */
export function lazyPart<Props extends object>(
  what: keyof typeof en.ui.parts,
  load: () => Promise<Loaded<Props>>,
  Meanwhile: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  /** One for all that show this part, once it is there. */
  let known: ComponentType<Props> | undefined;

  return function LazyPart(props: Props) {
    const t = useTranslations('ui');
    const [Part, setPart] = useState(() => known);
    const [hasFailed, setFailed] = useState(false);
    const [attempt, setAttempt] = useState(0);

    useEffect(() => {
      let isGone = false;
      if (known === undefined)
        persistently(load, () => isGone).then(
          (loaded) => {
            known = loaded.default;
            if (!isGone) setPart(() => loaded.default);
          },
          () => !isGone && setFailed(true),
        );
      return () => {
        isGone = true;
      };
    }, [attempt]);

    const again = useCallback(() => {
      setFailed(false);
      setAttempt((count) => count + 1);
    }, []);

    if (Part !== undefined)
      return (
        <ErrorBoundary what={t(`parts.${what}`)}>
          <Part {...props} />
        </ErrorBoundary>
      );
    return (
      <>
        <Meanwhile {...props} />
        {hasFailed && <NotLoaded what={t(`parts.${what}`)} onRetry={again} />}
      </>
    );
  };
}

const Nothing = () => null;

async function persistently<Result>(load: () => Promise<Result>, isGone: () => boolean): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isGone()) break;
    }
  }
  return load();
}

/** Over whatever is there, so that it is seen wherever the part would have been. */
function NotLoaded({ what, onRetry }: { readonly what: string; readonly onRetry: () => void }) {
  const t = useTranslations('ui');
  const retry = useTranslations('common')('retry');
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-10 z-40 mx-auto flex w-fit items-center gap-3 rounded-md border border-edge bg-warn-soft px-4 py-1.5 text-warn"
    >
      {t('notLoaded', { what })}
      <button type="button" className={OUTLINE_BUTTON} onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
}
