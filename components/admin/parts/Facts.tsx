import type { ReactNode } from 'react';
import { Truncated } from '@/components/ui/Truncated';

export type Fact = readonly [name: string, value: string];

/** What is known of a task, as names and values in as many columns as fit. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">
            <Truncated text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Sources or output as they are. */
export function Verbatim({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <pre
      aria-label={label}
      className="mt-3 max-h-64 overflow-auto rounded-md border border-line bg-surface p-3 font-mono"
      tabIndex={0}
    >
      {children}
    </pre>
  );
}
