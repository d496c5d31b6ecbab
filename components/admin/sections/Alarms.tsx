'use client';

import { AlertTriangle, CheckCircle2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { usePanel } from '@/components/admin/parts/context';
import { useCodes } from '@/components/admin/parts/useCodes';

/** What needs a look now. "No backend" is an alarm of its own, not a long line. */
export function Alarms() {
  const t = useTranslations('admin');
  const say = useCodes();
  const alarms = usePanel('health')?.alarms ?? [];
  if (alarms.length === 0)
    return (
      <p className="flex items-center gap-2 text-ok" data-testid="alarms">
        <CheckCircle2 size={16} aria-hidden /> {t('alarms.none')}
      </p>
    );
  return (
    <ul aria-label={t('alarms.label')} className="flex flex-col gap-2" data-testid="alarms">
      {alarms.map(({ code, message, values }) => (
        <li
          key={code}
          className="flex items-center gap-2 rounded-md border border-error bg-error-soft px-4 py-2 text-error"
        >
          <AlertTriangle size={16} className="shrink-0" aria-hidden />
          <span>{say('alarm', code, values, message)}</span>
        </li>
      ))}
    </ul>
  );
}
