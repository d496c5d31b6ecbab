'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { addressOf, isForAdmins, SECTION_NAMES, sectionAt, sectionOf, type SectionName } from './model/adminSections';
import { useAdmin, useAdminState, useMay } from './parts/context';
import { SectionLink } from './parts/SectionLink';
import { useCodes } from './parts/useCodes';
import { useFormat } from './parts/useFormat';
import { useSectionName } from './parts/useSectionName';
import { SectionPanels } from './SectionPanels';
import { Mark } from '@/components/ui/Mark';
import { at } from '@/core/basePath';

/** Everything behind the sign-in: one section at a time, under its own address. */
export function Dashboard({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useTranslations('admin');
  const say = useCodes();
  const user = useAdminState((state) => state.user);
  const section = useSection();
  return (
    // The page scrolls below its header rather than under it: nothing that can be pressed is ever half covered.
    <div className="flex h-dvh flex-col">
      <header className="shrink-0 border-b border-line bg-background">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-1">
          <h1 className="flex items-center gap-2 text-[15px] font-semibold">
            <Mark />
            {t('title')}
          </h1>
          <Freshness />
          <span className="ml-auto hidden text-muted sm:inline">
            {user && t('user', { name: user.name, role: say('role', user.role) })}
          </span>
          <div className="flex max-sm:ml-auto">
            <Link href="/" className={FLAT_BUTTON}>
              {t('playground')}
            </Link>
            <button type="button" className={FLAT_BUTTON} onClick={onSignOut}>
              {t('signOut')}
            </button>
          </div>
        </div>
        <Sections current={section} />
        <SaidLine />
      </header>
      <main key={section} className="min-h-0 flex-1 overflow-y-auto">
        <SectionPanels section={section} />
      </main>
    </div>
  );
}

/** The section of the address, which is the overview for those who may not see it. */
function useSection(): SectionName {
  const isAdmin = useMay('admin');
  const section = sectionAt(usePathname()) ?? 'overview';
  useEffect(() => {
    const panel = window.location.hash.slice(1);
    const there = sectionOf(panel);
    if (there !== undefined && there !== section && section === 'overview')
      window.history.replaceState(null, '', at(`${addressOf(there)}#${panel}`));
    else if (there === section) document.getElementById(panel)?.scrollIntoView();
  }, [section]);
  return isAdmin || !isForAdmins(section) ? section : 'overview';
}

function Sections({ current }: { readonly current: SectionName }) {
  const t = useTranslations('admin');
  const nameOf = useSectionName();
  const isAdmin = useMay('admin');
  return (
    <nav aria-label={t('navigation')} className="flex gap-1 overflow-x-auto px-2 pb-1 whitespace-nowrap">
      {SECTION_NAMES.filter((name) => isAdmin || !isForAdmins(name)).map((name) => (
        <SectionLink
          key={name}
          section={name}
          isCurrent={name === current}
          className={`${FLAT_BUTTON} shrink-0 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent`}
        >
          {nameOf(name)}
        </SectionLink>
      ))}
    </nav>
  );
}

/** What came of the last action. */
function SaidLine() {
  const t = useTranslations('admin');
  const { act } = useAdmin();
  const said = useAdminState((state) => state.said);
  const undo = said?.undo;
  return (
    <div className={said?.isError ? 'bg-error-soft text-error' : 'bg-accent-soft text-accent'}>
      <p role="status" data-testid="said" className="inline-block px-4 py-1.5 empty:hidden">
        {said?.text}
      </p>
      {undo && (
        <button
          type="button"
          className="underline"
          onClick={() => void act(undo.action, undo.args as never, t('levels.taken'))}
        >
          {t('levels.undo')}
        </button>
      )}
    </div>
  );
}

/** How old what is shown is. */
function Freshness() {
  const t = useTranslations('admin');
  const { seconds } = useFormat();
  const { heardAtMs, isConnected } = useAdminState((state) => ({
    heardAtMs: state.heardAtMs,
    isConnected: state.isConnected,
  }));
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const ageSeconds = Math.max(0, (nowMs - heardAtMs) / 1000);
  const age = seconds(ageSeconds);
  const text = ageSeconds < 4 ? t('freshness.live') : t('freshness.updated', { age });
  return (
    <span data-testid="freshness" className={isConnected && ageSeconds < 10 ? 'text-ok' : 'text-warn'}>
      {isConnected ? text : t('freshness.away', { age })}
    </span>
  );
}
