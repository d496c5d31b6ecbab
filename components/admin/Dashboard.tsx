'use client';

import Link from 'next/link';
import { useEffect, useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Alarms } from './sections/Alarms';
import { Audit } from './sections/Audit';
import { Backends } from './sections/Backends';
import { Cache } from './sections/Cache';
import { Cards } from './sections/Cards';
import { Charts } from './sections/Charts';
import { Classes } from './sections/Classes';
import { Clients } from './sections/Clients';
import { useAdmin, useMay } from './parts/context';
import { useCodes } from './parts/useCodes';
import { useFormat } from './parts/useFormat';
import { Decisions } from './sections/Decisions';
import { Estimates } from './sections/Estimates';
import { Graphs } from './sections/Graphs';
import { System } from './sections/System';
import { Levels } from './sections/Levels';
import { Links } from './sections/Links';
import { PeriodicJobs } from './sections/PeriodicJobs';
import { Requests } from './sections/Requests';
import { Tasks } from './sections/Tasks';
import { Tokens } from './sections/Tokens';

interface DashboardProps {
  readonly said: { readonly text: string; readonly isError: boolean } | undefined;
  readonly onSignOut: () => void;
}

/** For jumping to them: the page is long. */
const PANELS = [
  ...['charts', 'classes', 'levels', 'backends', 'tasks', 'decisions', 'estimates', 'cache', 'clients'],
  ...['requests', 'links', 'periodic', 'graphs', 'house', 'tokens', 'audit'],
] as const;
const FOR_ADMINS: ReadonlySet<string> = new Set(['tokens', 'audit']);

/** Everything behind the sign-in, the most urgent first. */
export function Dashboard({ said, onSignOut }: DashboardProps) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { view } = useAdmin();
  const isAdmin = useMay('admin');
  return (
    // The page scrolls below its header rather than under it: nothing that can be pressed is ever half covered.
    <div className="flex h-dvh flex-col">
      <header className="shrink-0 border-b border-line bg-background">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-1">
          <h1 className="text-base font-semibold">{t('title')}</h1>
          <Freshness />
          <span className="ml-auto text-muted">{t('user', { name: view.name, role: say('role', view.role) })}</span>
          <Link href="/" className={FLAT_BUTTON}>
            {t('playground')}
          </Link>
          <button type="button" className={FLAT_BUTTON} onClick={onSignOut}>
            {t('signOut')}
          </button>
        </div>
        <nav aria-label={t('navigation')} className="flex gap-1 overflow-x-auto px-2 pb-1 whitespace-nowrap">
          {PANELS.filter((id) => isAdmin || !FOR_ADMINS.has(id)).map((id) => (
            <a key={id} href={`#${id}`} className={`${FLAT_BUTTON} shrink-0`}>
              {t(`panels.${id}`)}
            </a>
          ))}
        </nav>
        <p
          role="status"
          data-testid="said"
          className={`px-4 empty:hidden ${said?.isError ? 'bg-error-soft py-1.5 text-error' : 'bg-accent-soft py-1.5 text-accent'}`}
        >
          {said?.text}
        </p>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-[100rem] grid-cols-1 gap-4 p-4 xl:grid-cols-2">
          <div className="flex flex-col gap-4 xl:col-span-2">
            <Guarded panel={Alarms} />
            <Guarded panel={Cards} />
            <Guarded panel={Charts} />
          </div>
          <Guarded panel={Classes} />
          <Guarded panel={Levels} />
          <div className="flex flex-col gap-4 xl:col-span-2">
            <Guarded panel={Backends} />
            <Guarded panel={Tasks} />
          </div>
          <Guarded panel={Decisions} />
          <div className="flex flex-col gap-4">
            <Guarded panel={Estimates} />
            <Guarded panel={Cache} />
          </div>
          <Guarded panel={Clients} />
          <Guarded panel={Requests} />
          <div className="flex flex-col gap-4 xl:col-span-2">
            <Guarded panel={Links} />
            <Guarded panel={PeriodicJobs} />
          </div>
          <Guarded panel={Graphs} />
          <Guarded panel={System} />
          {isAdmin && (
            <div className="flex flex-col gap-4 xl:col-span-2">
              <Guarded panel={Tokens} />
              <Guarded panel={Audit} />
            </div>
          )}
        </div>
      </main>
    </div>
  );
}

/** A fault in one panel leaves the others. */
function Guarded({ panel: Panel }: { readonly panel: ComponentType }) {
  const t = useTranslations('admin');
  return (
    <ErrorBoundary what={t('thisPanel')}>
      <Panel />
    </ErrorBoundary>
  );
}

/** How old what is shown is. */
function Freshness() {
  const t = useTranslations('admin');
  const { seconds } = useFormat();
  const { view } = useAdmin();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const ageSeconds = Math.max(0, (nowMs - view.heardAtMs) / 1000);
  const age = seconds(ageSeconds);
  const text = ageSeconds < 4 ? t('freshness.live') : t('freshness.updated', { age });
  return (
    <span data-testid="freshness" className={view.isConnected && ageSeconds < 10 ? 'text-ok' : 'text-warn'}>
      {view.isConnected ? text : t('freshness.away', { age })}
    </span>
  );
}
