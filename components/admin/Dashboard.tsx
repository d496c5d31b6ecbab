'use client';

import Link from 'next/link';
import { useEffect, useState } from 'react';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Alarms } from './Alarms';
import { Audit } from './Audit';
import { Backends } from './Backends';
import { Cache } from './Cache';
import { Cards } from './Cards';
import { Charts } from './Charts';
import { Classes } from './Classes';
import { Clients } from './Clients';
import { useAdmin, useMay } from './context';
import { Decisions } from './Decisions';
import { Estimates } from './Estimates';
import { Graphs } from './Graphs';
import { House } from './House';
import { Levels } from './Levels';
import { Links } from './Links';
import { PeriodicJobs } from './PeriodicJobs';
import { Requests } from './Requests';
import { Tasks } from './Tasks';
import { Tokens } from './Tokens';
import { seconds } from './words';

interface DashboardProps {
  readonly said: { readonly text: string; readonly isError: boolean } | undefined;
  readonly onSignOut: () => void;
}

/** Everything behind the sign-in, the most urgent first. */
export function Dashboard({ said, onSignOut }: DashboardProps) {
  const { view } = useAdmin();
  const isAdmin = useMay('admin');
  return (
    <>
      <header className="sticky top-0 z-20 flex min-h-12 flex-wrap items-center gap-3 border-b border-line bg-background px-4 py-1">
        <h1 className="text-base font-semibold">Admin</h1>
        <Freshness />
        <span className="ml-auto text-muted">
          {view.name} ({view.role})
        </span>
        <Link href="/" className={FLAT_BUTTON}>
          Playground
        </Link>
        <button type="button" className={FLAT_BUTTON} onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <p
        role="status"
        data-testid="said"
        className={`px-4 empty:hidden ${said?.isError ? 'bg-error-soft py-1.5 text-error' : 'bg-accent-soft py-1.5 text-accent'}`}
      >
        {said?.text}
      </p>
      <main className="mx-auto grid max-w-[100rem] grid-cols-1 gap-4 p-4 xl:grid-cols-2">
        <div className="flex flex-col gap-4 xl:col-span-2">
          <Alarms />
          <Cards />
          <Charts />
        </div>
        <Classes />
        <Levels />
        <div className="flex flex-col gap-4 xl:col-span-2">
          <Backends />
          <Tasks />
        </div>
        <Decisions />
        <Estimates />
        <Clients />
        <Requests />
        <Cache />
        <div className="flex flex-col gap-4 xl:col-span-2">
          <PeriodicJobs />
        </div>
        <Graphs />
        <Links />
        <House />
        {isAdmin && <Tokens />}
        {isAdmin && (
          <div className="xl:col-span-2">
            <Audit />
          </div>
        )}
      </main>
    </>
  );
}

/** How old what is shown is. */
function Freshness() {
  const { view } = useAdmin();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(0, (nowMs - view.heardAtMs) / 1000);
  const words = age < 4 ? 'Live' : `Updated ${seconds(age)} ago`;
  return (
    <span data-testid="freshness" className={view.isConnected && age < 10 ? 'text-ok' : 'text-warn'}>
      {view.isConnected ? words : `Not connected, ${words.toLowerCase()}`}
    </span>
  );
}
