import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** At the right of the title. */
  readonly tools?: ReactNode;
  /** Shown instead of the content. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

/** One panel of the admin page. */
export function Section({ id, title, tools, empty, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-md border border-line bg-surface"
      data-testid={id}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1">
        <h2 id={`${id}-title`} className="font-semibold">
          {title}
        </h2>
        <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-2 gap-y-1">{tools}</div>
      </div>
      {empty === undefined ? children : <p className="px-4 py-3 text-muted">{empty}</p>}
    </section>
  );
}
