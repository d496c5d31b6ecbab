'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { addressOf, type SectionName } from '@/components/admin/model/adminSections';
import { at } from '@/core/basePath';

interface SectionLinkProps {
  readonly section: SectionName;
  readonly className: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/**
 * To another section. The page is one program with one connection, so only the address changes: at once, and also while the
 * server is away. In a tab of its own it opens like any link.
 */
export function SectionLink({ section, className, isCurrent = false, children }: SectionLinkProps) {
  const href = addressOf(section);
  return (
    <Link
      href={href}
      prefetch={false}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onNavigate={(event) => {
        event.preventDefault();
        if (!isCurrent) window.history.pushState(null, '', at(href));
      }}
    >
      {children}
    </Link>
  );
}
