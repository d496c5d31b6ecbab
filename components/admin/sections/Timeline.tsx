'use client';

import { useTranslations } from 'use-intl';
import { taskRows } from '@/components/admin/model/taskRows';
import { timelineRows, type Bar } from '@/components/admin/model/timeline';
import { usePanel, usePart } from '@/components/admin/parts/context';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';
import { useServerNow } from '@/components/admin/parts/useServerNow';
import { short } from '@/components/lib/format';
import { Truncated } from '@/components/ui/Truncated';
import { Tooltip } from '@/components/ui/Tooltip';

const SPAN_MINUTES = 3;

/** Who ran where in the last minutes, live: gaps, long runs and a backend that does nothing are seen at once. */
export function Timeline() {
  const t = useTranslations('admin');
  const { clock } = useFormat();
  const live = usePart('queue', ({ tasks, backends }) => ({ tasks, backends }));
  const ended = usePanel('ended');
  const nowMs = useServerNow();
  const spanMs = SPAN_MINUTES * 60_000;
  const rows = timelineRows(taskRows(live?.tasks, ended), Object.keys(live?.backends ?? {}), nowMs, spanMs);
  return (
    <Section id="timeline" title={t('views.timeline')} empty={rows.length === 0 ? t('views.timelineEmpty') : undefined}>
      <div className="overflow-x-auto p-4" role="group" aria-label={t('views.timeline')} tabIndex={0}>
        <p className="pb-2 text-xs text-muted">{t('views.timelineHint', { minutes: SPAN_MINUTES })}</p>
        <ul className="flex min-w-80 flex-col gap-1">
          {rows.map(({ backend, bars }) => (
            <li key={backend} className="grid grid-cols-[minmax(5rem,9rem)_1fr] items-center gap-2">
              <Truncated text={backend} className="font-mono text-xs" />
              <span className="relative h-5 overflow-hidden rounded-sm bg-sunken">
                {bars.map((bar) => (
                  <BarOf key={bar.task} bar={bar} />
                ))}
              </span>
            </li>
          ))}
        </ul>
        <p className="flex justify-between pt-1 pl-[9.5rem] text-xs text-muted tabular-nums">
          <span>{clock(nowMs - spanMs)}</span>
          <span>{clock(nowMs)}</span>
        </p>
      </div>
    </Section>
  );
}

/** Running ones are open to the right; what did not end well is seen by its pattern too. */
function BarOf({ bar }: { readonly bar: Bar }) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { seconds } = useFormat();
  const { task, taskClass, state, isRunning, from, to, tookMs } = bar;
  const said = t('views.runOf', {
    task: short(task),
    class: taskClass,
    state: say('task', state),
    time: seconds(tookMs / 1000),
  });
  const color = isRunning ? 'bg-accent' : state === 'success' ? 'bg-[var(--ok)]' : FAILED;
  return (
    <Tooltip text={said}>
      <span
        role="img"
        aria-label={said}
        className={`absolute inset-y-0.5 rounded-[2px] ${color}`}
        style={{ left: `${from * 100}%`, width: `max(2px, ${(to - from) * 100}%)` }}
      />
    </Tooltip>
  );
}

const FAILED = 'bg-[repeating-linear-gradient(45deg,var(--warn)_0_3px,var(--warn-soft)_3px_6px)]';
