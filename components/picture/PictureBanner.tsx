'use client';

import { Box, CircleAlert, CircleSlash, Ruler, WifiOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DURATION_CHOICES } from '@/components/workbench/actions/renderActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { isTiny } from '@/components/model/view';
import { isFlatPage } from '@/components/model/picture';
import { isCalm, isPictureOld, shownPicture } from '@/components/model/state';
import type { Report } from '@/components/model/slices/runSlice';
import { fixOf, problemText } from '@/components/model/problemText';
import { useTick } from '@/components/lib/useTick';
import { WORDS_MS } from '@/components/model/runLabel';
import { Banner } from './Banner';

const SIZE = 'size(5cm);';

/** Why the picture is not the one the code should give. */
export function PictureBanner() {
  const t = useTranslations('picture');
  const report = usePlayground((state) => state.report);
  const isLost = usePlayground((state) => state.isConnectionLost);
  const isOld = usePlayground(isPictureOld);
  const isTyping = usePlayground(isCalm);
  const picture = usePlayground(shownPicture);
  const isFlat = useMemo(() => picture !== undefined && isFlatPage(picture), [picture]);
  const hasNoSize = usePlayground(
    ({ shellPicture }) => picture?.size && isTiny(picture.size) && picture !== shellPicture,
  );
  const run = usePlayground((state) => state.run);
  const now = useTick(run.phase !== 'idle');
  if (isLost) {
    return <Banner tone="warn" icon={WifiOff} title={t('banner.lost')} advice={t('banner.lostHint')} />;
  }
  if (isTyping) return null;
  // Of quick renders it stays until there is a new one, so that it does not come and go with every key.
  if (run.phase !== 'idle' && now - run.askedAt >= WORDS_MS) return null;
  switch (report?.words.kind) {
    case 'stopped':
      return <Banner tone="quiet" icon={CircleSlash} title={t(isOld ? 'banner.stoppedOld' : 'banner.stopped')} />;
    case 'failed':
      return <Failure report={report} />;
    default:
      return isFlat ? <Flat /> : hasNoSize ? <NoSize /> : null;
  }
}

/** A picture of a few points: nobody said how large it should be. */
function NoSize() {
  const t = useTranslations('picture');
  const { gateway } = useWorkbench();
  const main = usePlayground(({ draft }) => draft.main);
  const addSize = () => gateway.draft.editText(main, `${SIZE}\n${textOf(gateway.state.draft, main)}`);
  return (
    <Banner tone="quiet" icon={Ruler} title={t('banner.tiny')}>
      <BannerButton onClick={addSize}>{t('banner.add', { code: SIZE })}</BannerButton>
    </Banner>
  );
}

/** 3D was chosen, and there is nothing to turn. */
function Flat() {
  const t = useTranslations('picture');
  const { gateway } = useWorkbench();
  return (
    <Banner tone="quiet" icon={Box} title={t('banner.flat')}>
      <BannerButton onClick={() => gateway.chooseFormat('svg')}>{t('banner.showSvg')}</BannerButton>
    </Banner>
  );
}

function Failure({ report: { words, problems } }: { readonly report: Report }) {
  const t = useTranslations('picture');
  const workbench = useWorkbench();
  const hasUnfinished = usePlayground(({ unfinished }) => unfinished.length > 0);
  const [first] = problems;
  const place = first?.place;
  const longer = DURATION_CHOICES.find((seconds) => seconds !== null && seconds === words.longerSeconds);
  const main = usePlayground(({ draft }) => draft.main);
  const problem = first === undefined ? words.title : problemText(first);
  const line = String(place?.line);
  const fix = first === undefined ? undefined : fixOf(first);
  const placed =
    place === undefined
      ? problem
      : place.file === main
        ? t('banner.line', { line, problem })
        : t('banner.fileLine', { file: place.file, line, problem });
  const title = problems.length > 1 ? t('banner.more', { problem: placed, count: problems.length - 1 }) : placed;
  return (
    <Banner tone="error" icon={CircleAlert} title={title} advice={words.advice}>
      {hasUnfinished && (
        <BannerButton onClick={() => workbench.gateway.picture.showUnfinished()}>
          {t('banner.showPartial')}
        </BannerButton>
      )}
      {fix && (place || fix.kind === 'begin') && (
        <BannerButton onClick={() => workbench.editor.apply(fix, place)}>
          {t(fix.kind === 'change' ? 'banner.changeTo' : 'banner.add', { code: fix.code })}
        </BannerButton>
      )}
      {place && (
        <BannerButton onClick={() => workbench.editor.reveal(place)}>{t('banner.goToLine', { line })}</BannerButton>
      )}
      {longer && (
        <BannerButton
          onClick={() => {
            workbench.gateway.choose({ durationSeconds: longer });
            workbench.run();
          }}
        >
          {t('banner.runWith', { seconds: longer })}
        </BannerButton>
      )}
    </Banner>
  );
}

function BannerButton({ onClick, children }: { readonly onClick: () => void; readonly children: React.ReactNode }) {
  return (
    <button
      type="button"
      className="h-6 shrink-0 rounded border border-current px-2 text-xs font-medium whitespace-nowrap hover:bg-hover"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
