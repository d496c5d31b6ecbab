'use client';

import { useTranslations } from 'use-intl';
import { usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Elapsed } from '@/components/admin/parts/Elapsed';
import { Section } from '@/components/admin/parts/Section';
import { useForesight } from '@/components/admin/parts/useForesight';
import { useFormat } from '@/components/admin/parts/useFormat';

interface Line {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly paused: boolean;
  readonly oldestSinceMs?: number | undefined;
}

/** The classes with their lines. A paused class takes in tasks and starts none. */
export function Classes() {
  const t = useTranslations('admin');
  const { number } = useFormat();
  const queue = usePart('queue', ({ classes, inLanes }) => ({ classes, inLanes }));
  const rows = Object.entries(queue?.classes ?? {}).map(([name, line]): Line => ({ name, ...line }));
  const columns: Column<Line>[] = [
    { title: t('columns.class'), cell: ({ name }) => name },
    { title: t('columns.waiting'), cell: ({ waiting }) => number(waiting), isNumber: true },
    { title: t('columns.running'), cell: ({ running }) => number(running), isNumber: true },
    { title: t('columns.oldest'), cell: (line) => <Elapsed fromMs={line.oldestSinceMs} />, isNumber: true },
    {
      title: t('columns.state'),
      cell: ({ paused }) => (paused ? <b className="text-warn">{t('codes.class.paused')}</b> : t('codes.class.open')),
    },
    { title: t('columns.action'), cell: (line) => <ClassAction line={line} /> },
  ];
  const lanes = queue?.inLanes ?? 0;
  return (
    <Section
      id="classes"
      title={t('panels.classes')}
      tools={lanes > 0 && <span className="text-muted">{t('classes.lanes', { count: lanes })}</span>}
      empty={queue ? undefined : t('noSchedulerData')}
    >
      <DataTable
        label={t('panels.classes')}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        testIdOf={({ name }) => `class-${name}`}
      />
    </Section>
  );
}

function ClassAction({ line: { name, paused, waiting } }: { readonly line: Line }) {
  const t = useTranslations('admin');
  const foresee = useForesight();
  return paused ? (
    <AdminActionButton
      action="class.resume"
      args={{ class: name }}
      undo={{ action: 'class.pause', args: { class: name } }}
      done={t('classes.resumed', { name })}
      label={t('classes.resumeOne', { name })}
    >
      {t('classes.resume')}
    </AdminActionButton>
  ) : (
    <AdminActionButton
      action="class.pause"
      args={{ class: name }}
      question={async () =>
        `${t('classes.pauseQuestion', { name, count: waiting })} ${await foresee({ set: 'pause', class: name })}`.trim()
      }
      undo={{ action: 'class.resume', args: { class: name } }}
      done={t('classes.paused', { name })}
      label={t('classes.pauseOne', { name })}
    >
      {t('classes.pause')}
    </AdminActionButton>
  );
}
