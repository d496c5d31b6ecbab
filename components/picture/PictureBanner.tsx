'use client';

import { CircleAlert, CircleSlash, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { DURATION_CHOICES } from '@/components/workbench/actions/renderActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { isPictureOld, type Report } from '@/components/model/state';
import { useTick } from '@/components/lib/useTick';
import { WORDS_MS } from '@/components/model/runLabel';
import { Banner } from './Banner';

/** A thin line at once; what to do about it only when the person has stopped typing. */
const QUIET_MS = 1500;

/** Why the picture is not the one the code should give. */
export function PictureBanner() {
  const report = usePlayground((state) => state.report);
  const isLost = usePlayground((state) => state.isConnectionLost);
  const isOld = usePlayground(isPictureOld);
  const run = usePlayground((state) => state.run);
  const now = useTick(run.phase !== 'idle');
  if (isLost) {
    return (
      <Banner
        tone="warn"
        icon={WifiOff}
        title="Connection lost"
        advice="Keep editing: your work is saved in this browser. Rendering resumes when you’re back online."
      />
    );
  }
  // Of quick renders it stays until there is a new one, so that it does not come and go with every key.
  if (run.phase !== 'idle' && now - run.askedAt >= WORDS_MS) return null;
  switch (report?.words.kind) {
    case 'stopped':
      return (
        <Banner tone="quiet" icon={CircleSlash} title={isOld ? 'Stopped. Showing the previous picture.' : 'Stopped'} />
      );
    case 'failed':
      return <Failure report={report} />;
    default:
      return null;
  }
}

function Failure({ report: { words, problems } }: { readonly report: Report }) {
  const workbench = useWorkbench();
  const hasUnfinished = usePlayground(({ unfinished }) => unfinished.length > 0);
  const isQuiet = useQuiet();
  const [first] = problems;
  const place = first?.place;
  const longer = DURATION_CHOICES.find((seconds) => seconds !== null && seconds === words.longerSeconds);
  const main = usePlayground(({ draft }) => draft.main);
  const where = place && (place.file === main ? `Line ${place.line}: ` : `${place.file}, line ${place.line}: `);
  const title = first === undefined ? words.title : `${where ?? ''}${first.message}`;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return (
    <Banner tone="error" icon={CircleAlert} title={`${title}${more}`} advice={isQuiet ? words.advice : undefined}>
      {hasUnfinished && isQuiet && (
        <BannerButton onClick={() => workbench.gateway.showUnfinished()}>Show partial result</BannerButton>
      )}
      {place && <BannerButton onClick={() => workbench.reveal(place)}>Go to line {place.line}</BannerButton>}
      {longer && (
        <BannerButton
          onClick={() => {
            workbench.gateway.choose({ durationSeconds: longer });
            workbench.run();
          }}
        >
          Run with {longer} s
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

/** Nothing has been typed for a while. */
function useQuiet(): boolean {
  const lastEditAt = usePlayground((state) => state.lastEditAt);
  const [quietSince, setQuietSince] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setQuietSince(lastEditAt), QUIET_MS);
    return () => clearTimeout(timer);
  }, [lastEditAt]);
  return quietSince === lastEditAt;
}
