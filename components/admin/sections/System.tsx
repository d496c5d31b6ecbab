'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FIELD } from '@/components/ui/classes';
import { useMay, usePanel } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** What every open page is told, and whether new tasks are taken. */
export function System() {
  const t = useTranslations('admin');
  const control = usePanel('control');
  return (
    <Section id="house" title={t('system.title')}>
      <div className="flex flex-col gap-4 px-4 py-3">
        <Words
          label={t('system.announcement')}
          kind="announcement"
          set={{ action: 'announcement.set', word: t('system.announce'), done: t('system.announced') }}
          clear={{
            action: 'announcement.clear',
            word: t('system.clearAnnouncement'),
            done: t('system.announcementCleared'),
          }}
          now={control?.announcement}
        />
        <Words
          label={t('system.maintenance')}
          kind="maintenance"
          set={{
            action: 'maintenance.start',
            word: t('system.startMaintenance'),
            done: t('system.maintenanceStarted'),
          }}
          clear={{ action: 'maintenance.end', word: t('system.endMaintenance'), done: t('system.maintenanceEnded') }}
          now={control?.maintenance}
        />
      </div>
    </Section>
  );
}

interface Deed {
  readonly action: string;
  readonly word: string;
  readonly done: string;
}

interface WordsProps {
  readonly label: string;
  readonly kind: 'announcement' | 'maintenance';
  readonly set: Deed;
  readonly clear: Deed;
  readonly now: { readonly text: string; readonly atMs: number } | undefined;
}

function Words({ label, kind, set, clear, now }: WordsProps) {
  const t = useTranslations('admin');
  const { dateAndClock } = useFormat();
  const [text, setText] = useState('');
  const role = kind === 'maintenance' ? 'admin' : 'operator';
  const may = useMay(role);
  const count = Object.values(usePanel('queue')?.classes ?? {}).reduce(
    (sum, line) => sum + line.waiting + line.running,
    0,
  );
  const question = kind === 'maintenance' ? t('system.maintenanceQuestion', { count }) : undefined;
  return (
    <div>
      <label htmlFor={kind} className="font-semibold">
        {label}
      </label>
      {now && (
        <p className="mt-1 rounded-md bg-warn-soft px-3 py-1.5 text-warn">
          {t('system.since', { time: dateAndClock(now.atMs), text: now.text })}
        </p>
      )}
      {may && (
        <div className="mt-1 flex flex-wrap gap-2">
          <input
            id={kind}
            className={`${FIELD} min-w-0 flex-1`}
            value={text}
            maxLength={500}
            onChange={(event) => setText(event.target.value)}
          />
          <AdminActionButton action={set.action} args={{ text }} role={role} question={question} done={set.done}>
            {set.word}
          </AdminActionButton>
          {now && (
            <AdminActionButton action={clear.action} role={role} done={clear.done}>
              {clear.word}
            </AdminActionButton>
          )}
        </div>
      )}
    </div>
  );
}
