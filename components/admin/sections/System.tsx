'use client';

import { useState } from 'react';
import { FIELD } from '@/components/ui/classes';
import { useMay, usePanel } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { dateAndClock, plural } from '@/components/lib/format';

/** What every open page is told, and whether new tasks are taken. */
export function System() {
  const control = usePanel('control');
  return (
    <Section id="house" title="Announcement and maintenance">
      <div className="flex flex-col gap-4 px-4 py-3">
        <Words
          label="Announcement to all open pages"
          kind="announcement"
          set={{ action: 'announcement.set', word: 'Announce', done: 'Announcement shown on all open pages.' }}
          clear={{ action: 'announcement.clear', word: 'Clear announcement', done: 'Announcement cleared.' }}
          now={control?.announcement}
        />
        <Words
          label="Maintenance: new tasks are refused with this message"
          kind="maintenance"
          set={{
            action: 'maintenance.start',
            word: 'Start maintenance',
            done: 'Maintenance started: new tasks are refused.',
          }}
          clear={{ action: 'maintenance.end', word: 'End maintenance', done: 'Maintenance ended.' }}
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
  const [text, setText] = useState('');
  const role = kind === 'maintenance' ? 'admin' : 'operator';
  const may = useMay(role);
  const underWay = Object.values(usePanel('queue')?.classes ?? {}).reduce(
    (sum, line) => sum + line.waiting + line.running,
    0,
  );
  const question =
    kind === 'maintenance' ? `Refuse all new tasks? ${plural(underWay, 'task')} in the queue will finish.` : undefined;
  return (
    <div>
      <label htmlFor={kind} className="font-semibold">
        {label}
      </label>
      {now && (
        <p className="mt-1 rounded-md bg-warn-soft px-3 py-1.5 text-warn">
          Since {dateAndClock(now.atMs)}: {now.text}
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
