'use client';

import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { FIELD } from '@/components/ui/classes';
import { useMay, usePart } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** What every open page is told, and whether new tasks are taken. */
export function System() {
  const t = useTranslations('admin');
  return (
    <Section id="house" title={t('system.title')}>
      <div className="flex flex-col gap-4 px-4 py-3">
        <Announcement />
        <Maintenance />
      </div>
    </Section>
  );
}

function Announcement() {
  const t = useTranslations('admin');
  const now = usePart('control', ({ announcement }) => announcement);
  const may = useMay('operator');
  return (
    <Notice label={t('system.announcement')} now={now} may={may}>
      {(text) => (
        <>
          <AdminActionButton action="announcement.set" args={{ text }} done={t('system.announced')}>
            {t('system.announce')}
          </AdminActionButton>
          {now && (
            <AdminActionButton action="announcement.clear" args={{}} done={t('system.announcementCleared')}>
              {t('system.clearAnnouncement')}
            </AdminActionButton>
          )}
        </>
      )}
    </Notice>
  );
}

function Maintenance() {
  const t = useTranslations('admin');
  const now = usePart('control', ({ maintenance }) => maintenance);
  const may = useMay('admin');
  const classes = usePart('queue', (queue) => queue.classes) ?? {};
  const count = Object.values(classes).reduce((sum, { waiting, running }) => sum + waiting + running, 0);
  return (
    <Notice label={t('system.maintenance')} now={now} may={may}>
      {(text) => (
        <>
          <AdminActionButton
            action="maintenance.start"
            args={{ text }}
            question={t('system.maintenanceQuestion', { count })}
            done={t('system.maintenanceStarted')}
          >
            {t('system.startMaintenance')}
          </AdminActionButton>
          {now && (
            <AdminActionButton action="maintenance.end" args={{}} done={t('system.maintenanceEnded')}>
              {t('system.endMaintenance')}
            </AdminActionButton>
          )}
        </>
      )}
    </Notice>
  );
}

interface NoticeProps {
  readonly label: string;
  /** What people are told at present. */
  readonly now: { readonly text: string; readonly atMs: number } | undefined;
  readonly may: boolean;
  /** The buttons, for what has been typed. */
  readonly children: (text: string) => ReactNode;
}

function Notice({ label, now, may, children }: NoticeProps) {
  const t = useTranslations('admin');
  const { dateAndClock } = useFormat();
  const [text, setText] = useState('');
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
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
            id={id}
            className={`${FIELD} min-w-0 flex-1`}
            value={text}
            maxLength={ADMIN_LIMITS.maxNotice}
            onChange={(event) => setText(event.target.value)}
          />
          {children(text)}
        </div>
      )}
    </div>
  );
}
