'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { TEST_IDS } from '@/components/lib/testIds';
import { Tooltip } from '@/components/ui/Tooltip';

const TONES = {
  error: 'border-error bg-error-soft text-error',
  warn: 'border-warn bg-warn-soft text-warn',
  quiet: 'border-line bg-raised text-muted',
} as const;

interface BannerProps {
  readonly tone: keyof typeof TONES;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly advice?: string;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** A line below the picture, of which it covers nothing. */
export function Banner({ tone, icon: Icon, title, advice, children }: BannerProps) {
  return (
    <div data-testid={TEST_IDS.pictureBanner} className={`max-h-1/2 shrink-0 overflow-auto border-t ${TONES[tone]}`}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <Tooltip text={title}>
          <span className="line-clamp-3 min-w-40 flex-1 font-medium">{title}</span>
        </Tooltip>
        {children}
      </div>
      {advice !== undefined && <p className="px-3 pb-2 pl-9 text-text">{advice}</p>}
    </div>
  );
}
