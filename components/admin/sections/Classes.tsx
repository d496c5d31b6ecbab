'use client';

import { useAdmin, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { plural, seconds } from '@/components/lib/format';

interface Line {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly paused: boolean;
  readonly oldestSeconds: number | undefined;
}

/** The classes with their lines. A paused class takes in tasks and starts none. */
export function Classes() {
  const queue = usePanel('queue');
  const { heardAtMs } = useAdmin().view;
  const rows = Object.entries(queue?.classes ?? {}).map(([name, line]): Line => {
    const { oldestSinceMs, ...rest } = line;
    return {
      name,
      ...rest,
      oldestSeconds: oldestSinceMs === undefined ? undefined : (heardAtMs - oldestSinceMs) / 1000,
    };
  });
  const columns: Column<Line>[] = [
    { title: 'Class', cell: ({ name }) => name },
    { title: 'Waiting', cell: ({ waiting }) => waiting, isNumber: true },
    { title: 'Running', cell: ({ running }) => running, isNumber: true },
    { title: 'Oldest', cell: ({ oldestSeconds }) => seconds(oldestSeconds), isNumber: true },
    { title: 'State', cell: ({ paused }) => (paused ? <b className="text-warn">paused</b> : 'open') },
    {
      title: 'Action',
      cell: ({ name, paused, waiting }) =>
        paused ? (
          <AdminActionButton
            action="class.resume"
            args={{ class: name }}
            done={`${name} resumed.`}
            label={`Resume ${name}`}
          >
            Resume
          </AdminActionButton>
        ) : (
          <AdminActionButton
            action="class.pause"
            args={{ class: name }}
            question={`Pause ${name}? ${plural(waiting, 'task')} will stay in the queue.`}
            done={`${name} is paused.`}
            label={`Pause ${name}`}
          >
            Pause
          </AdminActionButton>
        ),
    },
  ];
  const lanes = queue?.inLanes ?? 0;
  return (
    <Section
      id="classes"
      title="Classes"
      tools={lanes > 0 && <span className="text-muted">{plural(lanes, 'task')} in client lanes</span>}
      empty={queue ? undefined : 'No data from the scheduler yet.'}
    >
      <DataTable
        label="Classes"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        testIdOf={({ name }) => `class-${name}`}
      />
    </Section>
  );
}
