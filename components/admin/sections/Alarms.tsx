'use client';

import { AlertTriangle, CheckCircle2, Info, type LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { findingsOf, type Finding } from '@/components/admin/model/findings';
import { figuresOf } from '@/components/admin/model/figures';
import { useServerNow } from '@/components/admin/parts/useServerNow';
import { useAdminState, usePanel, usePart } from '@/components/admin/parts/context';
import { SectionLink } from '@/components/admin/parts/SectionLink';
import { useSectionName } from '@/components/admin/parts/useSectionName';
import { useCodes } from '@/components/admin/parts/useCodes';

/** Whether all is well, and if not, what to do: the worst first. "No backend" is an alarm of its own, not a long queue. */
export function Alarms() {
  const t = useTranslations('admin');
  const isConnected = useAdminState((state) => state.isConnected);
  const health = usePanel('health');
  const queue = usePart('queue', ({ classes, inLanes, backends }) => ({ classes, inLanes, backends }));
  const fine = usePart('series', (series) => series['5']);
  const findings = findingsOf({
    health,
    figures: figuresOf(queue, fine, useServerNow()),
    control: usePanel('control'),
    links: usePanel('links'),
    periodic: usePanel('periodic'),
  });
  const isWell = isConnected && health !== undefined && findings.every(({ tone }) => tone === 'info');
  return (
    <div data-testid="alarms" className="flex flex-col gap-2">
      {!isConnected && <Line finding={{ code: 'away', tone: 'error', message: t('alarms.away') }} />}
      {isConnected && health === undefined && <p className="text-muted">{t('alarms.unknown')}</p>}
      {isWell && (
        <p className="flex items-center gap-2 text-ok">
          <CheckCircle2 size={16} aria-hidden /> {t('alarms.none')}
        </p>
      )}
      {findings.length > 0 && (
        <ul aria-label={t('alarms.label')} className="flex flex-col gap-2">
          {findings.map((finding) => (
            <li key={finding.code}>
              <Line finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const TONES: Readonly<Record<Finding['tone'], readonly [LucideIcon, string]>> = {
  error: [AlertTriangle, 'border-error bg-error-soft text-error'],
  warn: [AlertTriangle, 'border-line bg-warn-soft text-warn'],
  info: [Info, 'border-line bg-surface'],
};

function Line({ finding: { code, tone, values, message, section } }: { readonly finding: Finding }) {
  const t = useTranslations('admin');
  const say = useCodes();
  const nameOf = useSectionName();
  const [Icon, colors] = TONES[tone];
  const what = message === undefined ? say('finding', code, values) : say('alarm', code, values, message);
  return (
    <p className={`flex items-center gap-2 rounded-md border px-4 py-2 ${colors}`}>
      <Icon size={16} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{what}</b> {say('advice', code, undefined, '')}
      </span>
      {section && (
        <SectionLink section={section} className="shrink-0 underline">
          {t('sections.more', { section: nameOf(section) })}
        </SectionLink>
      )}
    </p>
  );
}
